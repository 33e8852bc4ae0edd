import type { TrackResult } from '@purser/contract'
import { createCatalog } from '../../../../test/harness/app/createCatalog.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { parseAmount } from '../../../kernel/amount.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { grantCredits } from '../../credits/index.ts'
import { attachPlan } from '../../subscriptions/index.ts'

const metric = (eventName: string, aggregation: string, property?: string) => ({
  name: eventName,
  eventName,
  aggregation,
  ...(property && { property }),
})

const credit = (metricId: string, more: object = {}) => ({
  name: metricId,
  type: 'credit',
  metricId,
  creditCurrencyId: 'credits',
  ...more,
})

const metered = (metricId: string) => ({ name: metricId, type: 'metered', metricId })

const plan = (entitlements: object[], charges: object[] = [], more: object = {}) => ({
  productId: 'app',
  name: 'Plan',
  currency: 'usd',
  interval: 'month',
  entitlements,
  charges,
  ...more,
})

const perImage = {
  type: 'usage',
  name: 'Images',
  metricId: 'images',
  pricing: { model: 'per_unit', unitAmount: '5' },
}

/** A catalog with every way to price an event. */
const CATALOG = {
  products: { app: { name: 'App' } },
  creditCurrencies: {
    credits: { name: 'Credits', denomination: 'unit' },
    prepaid: { name: 'Prepaid', denomination: 'usd' },
  },
  metrics: {
    images: metric('image.generated', 'sum'),
    'tokens-in': metric('chat.completed', 'sum', 'input'),
    'tokens-out': metric('chat.completed', 'sum', 'output'),
    calls: metric('api.call', 'count'),
    storage: metric('storage.measured', 'max', 'bytes'),
    users: metric('user.seen', 'unique', 'user'),
    level: metric('level.set', 'latest'),
    plain: metric('page.viewed', 'count'),
    'a-shown-last': metric('file.stored', 'count'),
    'b-shown-first': metric('file.stored', 'sum'),
  },
  features: {
    images: credit('images', {
      creditCost: { perUnit: '1', rules: [{ where: { model: 'large' }, perUnit: '2.5' }] },
      displayOrder: 1,
    }),
    'tokens-in': credit('tokens-in', { creditCost: { perUnit: '0.001' }, displayOrder: 2 }),
    'tokens-out': credit('tokens-out', { creditCost: { perUnit: '0.003' }, displayOrder: 3 }),
    seats: credit('users', { creditCost: { perUnit: '10' }, displayOrder: 4 }),
    calls: metered('calls'),
    storage: metered('storage'),
    users: metered('users'),
    level: metered('level'),
    'a-shown-last': { ...metered('a-shown-last'), displayOrder: 6 },
    'b-shown-first': { ...metered('b-shown-first'), displayOrder: 5 },
  },
  plans: {
    prepaid: plan([{ featureSlug: 'images' }, { featureSlug: 'seats' }]),
    overdraft: plan([{ featureSlug: 'images', onExhausted: 'overdraft' }]),
    overflow: plan([{ featureSlug: 'images', onExhausted: 'invoice' }], [perImage]),
    both: plan([{ featureSlug: 'images' }], [perImage]),
    postpaid: plan([], [perImage]),
    hard: plan([
      { featureSlug: 'calls', mode: 'quota', value: 3, period: 'day' },
      { featureSlug: 'storage', mode: 'quota', value: 100, period: 'month' },
      { featureSlug: 'users', mode: 'quota', value: 2, period: 'billing_period' },
      { featureSlug: 'level', mode: 'quota', value: 10, period: 'lifetime' },
    ]),
    soft: plan([{ featureSlug: 'calls', mode: 'quota', value: 3, period: 'day', limit: 'soft' }]),
    rate: plan([{ featureSlug: 'calls', mode: 'rate', value: 2, period: 'minute' }]),
    unlimited: plan([{ featureSlug: 'calls', mode: 'unlimited' }]),
    files: plan([
      { featureSlug: 'a-shown-last', mode: 'unlimited' },
      { featureSlug: 'b-shown-first', mode: 'unlimited' },
    ]),
    addon: plan([{ featureSlug: 'calls', mode: 'quota', value: 2, period: 'day' }], [], {
      kind: 'addon',
    }),
    metered: plan(
      [],
      [
        { ...perImage, metricId: 'storage', name: 'Storage' },
        { ...perImage, metricId: 'users', name: 'Users' },
        { ...perImage, metricId: 'level', name: 'Level' },
        { ...perImage, name: 'Large', filters: [{ property: 'model', in: ['large'] }] },
      ],
    ),
  },
}

export interface BenchEvent {
  eventName: string
  customerId?: string
  quantity?: number
  properties?: Record<string, unknown>
  timestamp?: string
  idempotencyKey?: string
}

async function usageCatalog(app: TestApp): Promise<void> {
  await app.ok('putCatalog', { body: CATALOG })
}

/** Runs the application with that catalog and offers shortcuts for the tests. */
export async function startUsageBench() {
  const app = await startTestApp()
  await createCatalog(app, usageCatalog)
  const scope = () => app.sandbox.scope()
  const send = (events: readonly BenchEvent[], customerId: string) =>
    app.ok<TrackResult>('trackUsage', {
      body: { events: events.map((event) => ({ customerId, ...event })) },
    })
  const grant = (
    customerId: string,
    amount: number,
    terms: { expiresAt?: Date | null; priority?: number } = {},
  ) =>
    withTransaction(app.db, (tx) =>
      grantCredits(tx, scope(), {
        customerId,
        creditCurrencyId: 'credits',
        amount: parseAmount(amount),
        reason: 'GRANT',
        ...terms,
      }),
    )
  return {
    app,
    grant,
    customer: async (
      id: string,
      options: { credits?: number; plans?: string[]; timezone?: string } = {},
    ) => {
      const { credits, plans = [], timezone } = options
      await app.ok('putCustomer', {
        params: { customerId: id },
        body: { ...(timezone && { timezone }) },
      })
      for (const planId of plans) {
        await withTransaction(app.db, (tx) => attachPlan(tx, scope(), { customerId: id, planId }))
      }
      if (credits !== undefined) await grant(id, credits)
      return id
    },
    track: send,
    /** Tracks one event that must be accepted and returns its result. */
    accept: async (customerId: string, event: BenchEvent) => {
      const { results, rejections } = await send([event], customerId)
      if (!results[0]) throw new Error(`rejected: ${JSON.stringify(rejections)}`)
      return results[0]
    },
    /** Tracks one event that must be rejected and returns the rejection. */
    refuse: async (customerId: string, event: BenchEvent) => {
      const { results, rejections } = await send([event], customerId)
      if (!rejections?.[0]) throw new Error(`accepted: ${JSON.stringify(results)}`)
      return rejections[0]
    },
    balance: async (customerId: string): Promise<string | null> => {
      const { rows } = await app.pool.query<{ balance: string }>(
        `SELECT trim_scale(balance)::text AS balance FROM credit_accounts WHERE customer_id = $1`,
        [customerId],
      )
      return rows[0]?.balance ?? null
    },
    accrued: async (customerId: string): Promise<Record<string, string>> => {
      const { rows } = await app.pool.query<{ name: string; quantity: string }>(
        `SELECT p.name, trim_scale(a.quantity)::text AS quantity FROM usage_accruals a
         JOIN plan_charges p ON p.id = a.charge_id WHERE a.customer_id = $1 ORDER BY a.period_start`,
        [customerId],
      )
      return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]))
    },
    /**
     * Fills today's total, so that the next `page.viewed` overflows its 15 digits, which only the
     * database detects.
     */
    poison: (customerId: string) =>
      app.pool.query(
        `INSERT INTO usage_days (bucket, environment_id, customer_id, day, event_name, total)
         SELECT bucket, environment_id, id, $2, 'page.viewed', 999999999999999
         FROM customers WHERE id = $1`,
        [customerId, utcDay(app.clock.now())],
      ),
    breaches: () => checkInvariants(app.pool, app.app.invariants),
  }
}
