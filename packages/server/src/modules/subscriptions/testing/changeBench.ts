import type {
  PlanMigration,
  ResponseOf,
  SettlementOutcome,
  Subscription,
  subscriptionEndpoints,
} from '@purser/contract'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { shopCatalog } from './shopCatalog.ts'
import { type SubscriptionBench, startSubscriptionBench } from './subscriptionBench.ts'

type ChangePreview = ResponseOf<typeof subscriptionEndpoints.previewSubscriptionChange>

/** A bench with several plans, for tests of changes. */
export interface ChangeBench extends SubscriptionBench {
  preview(id: string, planId: string, body?: object): Promise<ChangePreview>
  change(id: string, planId: string, body?: object): Promise<SettlementOutcome>
  /** Returns the error of a change that must be refused. */
  refusedChange(id: string, planId: string, body?: object): ReturnType<TestApp['fails']>
  addOn(id: string, planId: string, body?: object): Promise<SettlementOutcome>
  removeAddOn(id: string, itemId: string, when?: string): Promise<Subscription>
  migrate(planId: string, body?: object): Promise<PlanMigration>
  /** Spends the customer's ink credits. */
  spend(customerId: string, amount: number): Promise<unknown>
  /** Reads all rows of a customer that a change could modify. */
  readRows(customerId: string): Promise<unknown>
}

export async function startChangeBench(): Promise<ChangeBench> {
  const bench = await startSubscriptionBench({}, changeCatalog)
  const { app } = bench
  const call = (id: string, planId: string, body: object) => ({
    params: { id },
    body: { planId, ...body },
  })
  return {
    ...bench,
    preview: (id, planId, body = {}) => app.ok('previewSubscriptionChange', call(id, planId, body)),
    change: (id, planId, body = {}) => app.ok('changeSubscription', call(id, planId, body)),
    refusedChange: (id, planId, body = {}) =>
      app.fails('changeSubscription', call(id, planId, body)),
    addOn: (id, planId, body = {}) => app.ok('addSubscriptionItem', call(id, planId, body)),
    removeAddOn: (id, itemId, when = 'now') =>
      app.ok('removeSubscriptionItem', { params: { id, itemId }, query: { when } }),
    migrate: (planId, body = {}) => app.ok('migrateSubscriptions', { body: { planId, ...body } }),
    spend: (customerId, amount) =>
      app.ok('createAdjustment', {
        body: { customerId, creditCurrencyId: 'ink', amount: -amount },
      }),
    readRows: async (customerId) => {
      const { rows } = await app.pool.query(
        `SELECT to_jsonb(s) AS row FROM subscriptions s WHERE customer_id = $1
         UNION ALL SELECT to_jsonb(g) FROM credit_grants g
           JOIN credit_accounts a USING (bucket, environment_id)
           WHERE g.account_id = a.id AND a.customer_id = $1
         UNION ALL SELECT to_jsonb(u) FROM usage_accruals u WHERE customer_id = $1
         UNION ALL SELECT to_jsonb(p) FROM pending_invoice_lines p WHERE customer_id = $1`,
        [customerId],
      )
      return rows.map(({ row }) => row)
    },
  }
}

async function changeCatalog(app: TestApp): Promise<void> {
  await shopCatalog(app)
  const flat = (amount: number) => ({
    type: 'recurring',
    name: 'Base fee',
    pricing: { model: 'flat', amount },
  })
  const ink = (amount: number, more: object = {}) => ({
    creditCurrencyId: 'ink',
    amount,
    cadence: 'billing_period',
    ...more,
  })
  const plan = (slug: string, body: object) =>
    app.ok('createPlan', {
      body: { productId: 'app', name: slug, slug, currency: 'usd', interval: 'month', ...body },
    })
  await plan('small', { charges: [flat(1_000)], grantRules: [ink(100)] })
  await plan('big', { charges: [flat(3_000)], grantRules: [ink(300)] })
  await plan('big-year', { interval: 'year', charges: [flat(30_000)] })
  await plan('seats', {
    charges: [
      flat(1_000),
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        quantity: 1,
        pricing: { model: 'per_unit', unitAmount: 310 },
      },
    ],
    entitlements: [{ featureSlug: 'seats', value: 1 }],
  })
  await plan('boost', { kind: 'addon', charges: [flat(620)], grantRules: [ink(62)] })
  await plan('setup', {
    kind: 'addon',
    interval: 'none',
    charges: [{ type: 'one_off', name: 'Setup', pricing: { model: 'flat', amount: 150 } }],
  })
}
