import type {
  CheckResponse,
  EntitlementValue,
  ListedEntitlementValue,
  NamedEntitlementValue,
} from '@purser/contract'
import { createCatalog } from '../../../../test/harness/app/createCatalog.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { attachPlan, detachPlan } from '../../subscriptions/index.ts'

/** Creates a catalog with a feature of each type, and offers shortcuts for check tests. */
export async function startCheckBench() {
  const app = await startTestApp()
  const create = (kind: string, body: object) => app.ok(`create${kind}`, { body })
  await createCatalog(app, checkCatalog)
  let plans = 0
  let customers = 0

  /** Creates a plan with these entitlements and returns its slug. */
  const plan = async (entitlements: object[], more: object = {}): Promise<string> => {
    plans += 1
    const slug = `plan-${plans}`
    const body = { productId: 'app', name: slug, slug, currency: 'usd', interval: 'month' }
    await create('Plan', { ...body, entitlements, ...more })
    return slug
  }

  /** Puts a customer on a plan. Each subscription is created a second after the previous one. */
  const attach = async (customerId: string, planId: string, startsAt?: Date) => {
    app.clock.advance({ seconds: 1 })
    return app.db
      .transaction()
      .execute((tx) => attachPlan(tx, app.sandbox.scope(), { customerId, planId, startsAt }))
  }

  const customer = async (body: object = {}): Promise<string> => {
    customers += 1
    const customerId = `user_${customers}`
    await app.ok('putCustomer', { params: { customerId }, body })
    return customerId
  }

  return {
    app,
    create,
    plan,
    attach,
    customer,
    /** Creates a customer on plans with these entitlements, one plan per list. */
    subscriber: async (...each: object[][]): Promise<string> => {
      const customerId = await customer()
      for (const entitlements of each) await attach(customerId, await plan(entitlements))
      return customerId
    },
    detach: (customerId: string, planId: string) =>
      app.db
        .transaction()
        .execute((tx) => detachPlan(tx, app.sandbox.scope(), { customerId, planId })),
    override: (customerId: string, featureSlug: string, body: object) =>
      app.ok('putEntitlementOverride', { params: { customerId, featureSlug }, body }),
    grant: (customerId: string, amount: number, more: object = {}) =>
      app.ok('createGrant', { body: { customerId, creditCurrencyId: 'ink', amount, ...more } }),
    track: (customerId: string, eventName: string, more: object = {}) =>
      app.ok('trackUsage', { body: { events: [{ customerId, eventName, ...more }] } }),
    check: (customerId: string, featureSlug: string, requestedUsage?: number) =>
      app.ok<CheckResponse>('check', {
        body: { customerId, featureSlug, ...(requestedUsage !== undefined && { requestedUsage }) },
      }),
    probe: (customerId: string, featureSlug: string, more: object = {}) =>
      app.ok<EntitlementValue>('checkCustomer', {
        params: { customerId },
        body: { featureSlug, ...more },
      }),
    batch: (customerId: string, featureSlugs: string[]) =>
      app.ok<Record<string, ListedEntitlementValue>>('checkCustomerBatch', {
        params: { customerId },
        body: { featureSlugs },
      }),
    list: async (customerId: string) =>
      (
        await app.ok<{ data: NamedEntitlementValue[] }>('listCustomerEntitlements', {
          params: { customerId },
        })
      ).data,
  }
}

export type CheckBench = Awaited<ReturnType<typeof startCheckBench>>

/** An entitlement with a quota of calls. */
export const callQuota = (value: number, more: object = {}) => ({
  featureSlug: 'calls',
  mode: 'quota',
  value,
  ...more,
})

async function checkCatalog(app: TestApp): Promise<void> {
  const create = (kind: string, body: object) => app.ok(`create${kind}`, { body })
  await create('Product', { name: 'App' })
  await create('CreditCurrency', { name: 'Ink', slug: 'ink', denomination: 'unit' })
  await create('Metric', { name: 'Pages', slug: 'pages', eventName: 'page', aggregation: 'sum' })
  await create('Metric', { name: 'Calls', slug: 'calls', eventName: 'call', aggregation: 'count' })
  await create('Feature', { name: 'Badge', slug: 'badge', type: 'boolean' })
  await create('Feature', { name: 'Calls', slug: 'calls', type: 'metered', metricId: 'calls' })
  await create('Feature', { name: 'Seats', slug: 'seats', type: 'config' })
  await create('Feature', { name: 'Formats', slug: 'formats', type: 'enum' })
  await create('Feature', {
    name: 'Pages',
    slug: 'pages',
    type: 'credit',
    metricId: 'pages',
    creditCurrencyId: 'ink',
    creditCost: { perUnit: '2.5', rules: [] },
  })
}
