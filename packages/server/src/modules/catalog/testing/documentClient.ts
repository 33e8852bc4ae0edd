import type { catalogEndpoints, ResponseOf } from '@purser/contract'
import type { TestApp, TestEnvironment } from '../../../../test/harness/app/testApp.ts'
import { bucketOf } from '../../../kernel/bucket.ts'

export type Diff = ResponseOf<typeof catalogEndpoints.putCatalog>
export type Plan = ResponseOf<typeof catalogEndpoints.getPlan>

/** Renders each change of a diff as one short line. */
export const linesOf = ({ changes }: Diff): string[] =>
  changes.map(({ action, kind, slug }) => `${action} ${kind} ${slug}`)

/** Requests that the document tests share. The default environment is the sandbox. */
export const documentClient = (app: TestApp) => ({
  /** Returns the catalog document as text. */
  pull: async (environment: TestEnvironment = app.sandbox): Promise<string> =>
    JSON.stringify(await app.ok('getCatalog', { key: environment.keys.full })),

  push: (body: unknown, environment: TestEnvironment = app.sandbox, dryRun = false) =>
    app.ok<Diff>('putCatalog', {
      key: environment.keys.full,
      body,
      ...(dryRun && { query: { dryRun: 'true' } }),
    }),

  /** Returns the catalog version. */
  head: async (environment: TestEnvironment = app.sandbox): Promise<number> => {
    const row = await app.db
      .selectFrom('catalog_heads')
      .select('version')
      .where('environment_id', '=', environment.environmentId)
      .executeTakeFirst()
    return row?.version ?? 0
  },

  /** Subscribes a customer to the current version of a plan and returns the plan. */
  subscribe: async (slug: string, environment: TestEnvironment = app.sandbox): Promise<Plan> => {
    const { environmentId, keys } = environment
    const plan = await app.ok<Plan>('getPlan', { key: keys.full, params: { id: slug } })
    await app.ok('putCustomer', { key: keys.full, params: { customerId: 'user_1' }, body: {} })
    const now = app.clock.now()
    await app.db
      .insertInto('subscriptions')
      .values({
        bucket: bucketOf(environmentId, 'user_1'),
        environment_id: environmentId,
        id: 'sub_1',
        customer_id: 'user_1',
        plan_id: plan.id,
        plan_version: plan.version,
        billing_anchor: now,
        status: 'active',
        created_at: now,
        updated_at: now,
      })
      .execute()
    return plan
  },
})
