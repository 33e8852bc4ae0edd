import type { Plan } from '@purser/contract'
import { createCatalog } from '../../../../test/harness/app/createCatalog.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { putCustomer } from '../../customers/index.ts'
import { hasBilledSubscription } from '../../subscriptions/read.ts'

export type PlanPage = { data: Plan[]; nextCursor: string | null }

const CUSTOMER = 'ann'

/**
 * Starts an application with two products, some objects that plans refer to, and shortcuts for
 * plans.
 */
export async function startPlanBench() {
  const app = await startTestApp()
  await createCatalog(app, planCatalog)
  await withTransaction(app.db, (tx) =>
    putCustomer(tx, hasBilledSubscription, app.sandbox.scope(), CUSTOMER, {}),
  )
  let names = 0
  let subscriptions = 0

  /** Returns a valid body with a unique name. */
  const body = () => {
    names += 1
    return {
      productId: 'app',
      name: `Plan ${names}`,
      currency: 'usd',
      interval: 'month',
      charges: [{ type: 'recurring', name: 'Base', pricing: { model: 'flat', amount: 2000 } }],
      entitlements: [{ featureSlug: 'sso' }],
    }
  }

  /** Returns the row of a subscription, as the subscriptions module writes it. */
  const subscription = (plan: Plan, status = 'active') => {
    subscriptions += 1
    const { environmentId, now } = app.sandbox.scope()
    return {
      bucket: bucketOf(environmentId, CUSTOMER),
      environment_id: environmentId,
      id: `sub_${subscriptions}`,
      customer_id: CUSTOMER,
      plan_id: plan.id,
      plan_version: plan.version,
      billing_anchor: now,
      status,
      created_at: now,
      updated_at: now,
    }
  }

  return {
    app,
    body,
    subscription,
    create: (more: object = {}) => app.ok<Plan>('createPlan', { body: { ...body(), ...more } }),
    patch: ({ id }: { id: string }, change: object) =>
      app.ok<Plan>('updatePlan', { params: { id }, body: change }),
    get: (id: string) => app.ok<Plan>('getPlan', { params: { id } }),
    act: (action: 'publish' | 'archive', id: string) =>
      app.ok<Plan>(`${action}Plan`, { params: { id } }),
    versionsOf: async ({ id }: { id: string }) =>
      (await app.ok<PlanPage>('listPlanVersions', { params: { id } })).data,
    subscribe: (plan: Plan, status?: string) =>
      app.db.insertInto('subscriptions').values(subscription(plan, status)).execute(),
  }
}

export type PlanBench = Awaited<ReturnType<typeof startPlanBench>>

async function planCatalog(app: TestApp): Promise<void> {
  const create = (kind: string, body: object) => app.ok(`create${kind}`, { body })
  await create('Product', { name: 'App' })
  await create('Product', { name: 'Second' })
  await create('Tier', { productId: 'app', name: 'Pro' })
  await create('Tier', { productId: 'second', name: 'Other' })
  await create('CreditCurrency', { name: 'Credits', denomination: 'unit' })
  await create('Metric', { name: 'Tokens', eventName: 'tokens', aggregation: 'sum' })
  await create('Feature', { name: 'SSO', type: 'boolean' })
  await create('Feature', { name: 'Seats', type: 'config' })
  await create('Feature', { name: 'API', type: 'metered', metricId: 'tokens' })
  await create('Feature', { name: 'Regions', type: 'enum' })
  const credit = { type: 'credit', metricId: 'tokens', creditCurrencyId: 'credits' }
  await create('Feature', { name: 'AI', ...credit })
}
