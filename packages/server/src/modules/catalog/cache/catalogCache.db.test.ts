import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { createOrganization } from '../../organizations/index.ts'
import { createFeature } from '../kinds/feature.ts'
import { createMetric } from '../kinds/metric.ts'
import { createProduct } from '../kinds/product.ts'
import { createPlan } from '../plan/createPlan.ts'
import { listAllFeatures, listAllMetrics, readCatalogVersion } from '../read.ts'
import { type CatalogCache, createCatalogCache } from './catalogCache.ts'

let database: TestDatabase
let scope: Scope
beforeAll(async () => {
  database = await createTestDatabase()
  const now = new Date('2026-01-15T12:00:00Z')
  const { id, environments } = await write((tx) =>
    createOrganization(tx, {
      name: 'Acme',
      defaultCurrency: 'usd',
      timezone: 'UTC',
      encryptionKey: new Uint8Array(32),
      now,
    }),
  )
  const environmentId = environments[0]?.id ?? ''
  scope = { organizationId: id, environmentId, environment: 'sandbox', now }
  const metric = { name: 'Calls', slug: 'calls', eventName: 'call', aggregation: 'count' } as const
  await write((tx) => createMetric(tx, scope, metric))
})
afterAll(() => database.drop())

type Write = Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]
const write = <T>(work: (tx: Parameters<Write>[0]) => Promise<T>) =>
  database.db.transaction().execute(work)
const versionNow = () => write((tx) => readCatalogVersion(tx, scope.environmentId))
const get = (cache: CatalogCache, version: number) =>
  write((tx) => cache.get(sessionOf(tx), scope.environmentId, version))
const addFeature = (slug: string, displayOrder: number) =>
  write((tx) =>
    createFeature(tx, scope, {
      name: slug,
      slug,
      type: 'metered',
      metricId: 'calls',
      displayOrder,
    }),
  )

it('the cache returns the requested catalog version and keeps it until a newer version is requested', async () => {
  const cache = createCatalogCache()
  expect(cache.peek(scope.environmentId)).toBeUndefined()
  await addFeature('second', 2)
  const first = await get(cache, await versionNow())
  expect([...first.featuresBySlug.keys()]).toEqual(['second'])
  await addFeature('first', 1)
  expect(await get(cache, first.version)).toBe(first)
  const second = await get(cache, await versionNow())
  expect(cache.peek(scope.environmentId)).toBe(second)
  const [metric] = second.metricsByEvent.get('call') ?? []
  const onMetric = second.featuresByMetric.get(metric?.id ?? '') ?? []
  expect(onMetric.map(({ slug }) => slug)).toEqual(['first', 'second'])
  // A reader that still requests the old version gets the new catalog.
  expect(await get(cache, first.version)).toBe(second)
})

it('the cache returns objects in the shape of the API', async () => {
  const { features, metrics } = await get(createCatalogCache(), await versionNow())
  const [listed, [metric]] = await write(async (tx) => [
    await listAllFeatures(tx, scope.environmentId),
    await listAllMetrics(tx, scope.environmentId),
  ])
  expect([...features.values()]).toEqual(listed)
  expect([...metrics.values()]).toEqual([metric])
})

it('the cache keeps the newest catalog when readers request different versions', async () => {
  const cache = createCatalogCache()
  await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const old = await readCatalogVersion(tx, scope.environmentId)
      await addFeature('third', 3)
      const newest = await get(cache, await versionNow())
      expect(newest.featuresBySlug.has('third')).toBe(true)
      // A reader with an older snapshot gets the newer catalog and does not replace it.
      expect(await cache.get(sessionOf(tx), scope.environmentId, old)).toBe(newest)
    })
})

it('the cache returns the rights of a plan version', async () => {
  await write((tx) => createProduct(tx, scope, { name: 'App' }))
  const plan = await write((tx) =>
    createPlan(tx, scope, {
      productId: 'app',
      name: 'Pro',
      kind: 'base',
      status: 'active',
      currency: 'usd',
      interval: 'month',
      intervalCount: 3,
      charges: [
        {
          type: 'usage',
          name: 'Calls',
          metricId: 'calls',
          pricing: { model: 'per_unit', unitAmount: '1' },
          filters: [{ property: 'model', in: ['large'] }],
        },
        { type: 'recurring', name: 'Base', pricing: { model: 'flat', amount: 100 } },
      ],
      entitlements: [{ featureSlug: 'first', mode: 'quota', value: 10 }],
      grantRules: [],
    }),
  )
  const cache = createCatalogCache()
  const planTerms = (planId: string) =>
    write((tx) => cache.planTerms(sessionOf(tx), scope.environmentId, planId, 1))
  const right = await planTerms(plan.id)
  const catalog = await get(cache, await versionNow())
  expect(right).toMatchObject({ interval: 'month', intervalCount: 3 })
  expect([...right.entitlements]).toEqual([
    [
      catalog.featuresBySlug.get('first')?.id,
      { type: 'metered', mode: 'quota', value: 10, period: 'billing_period', limit: 'hard' },
    ],
  ])
  expect(right.usageCharges).toEqual([
    {
      id: plan.charges[0]?.id,
      metricId: plan.charges[0]?.metricId,
      filters: [{ property: 'model', in: ['large'] }],
    },
  ])
  expect(await planTerms(plan.id)).toBe(right)
  await expect(planTerms('plan_none')).rejects.toThrow()
})
