import {
  checkEndpoints,
  customerCheckEndpoints,
  type ListedEntitlementValue,
  type NamedEntitlementValue,
  overrideEndpoints,
} from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import { batchedCall, defineRoutes, type Route, write } from '../../platform/http/routes.ts'
import { type CheckResult, checkEntitlement, checkFeatures } from './check/checkEntitlement.ts'
import { type CheckDependencies, createFactReader } from './check/factReader.ts'
import { deleteEntitlementOverride } from './overrides/deleteEntitlementOverride.ts'
import { putEntitlementOverride } from './overrides/putEntitlementOverride.ts'

export function entitlementRoutes(dependencies: CheckDependencies): Route[] {
  const readFacts = createFactReader(dependencies)
  return [
    ...defineRoutes('entitlements', checkEndpoints, {
      check: batchedCall(({ scope, body }) => checkEntitlement(readFacts, scope, body)),
    }),
    ...defineRoutes('entitlements', customerCheckEndpoints, {
      checkCustomer: batchedCall(async ({ scope, params, body: { featureSlug, ...request } }) => {
        const [checked] = await checkFeatures(readFacts, scope, {
          ...params,
          features: [featureSlug],
          ...request,
        })
        invariant(checked, 'a feature that exists is checked')
        return withSlug(checked)
      }),
      checkCustomerBatch: batchedCall(async ({ scope, params, body }) => {
        const checked = await checkFeatures(readFacts, scope, {
          ...params,
          features: body.featureSlugs,
        })
        return Object.fromEntries(checked.map((each) => [each.feature.slug, withSlug(each)]))
      }),
      listCustomerEntitlements: batchedCall(async ({ scope, params }) => {
        const checked = await checkFeatures(readFacts, scope, { ...params, features: 'all' })
        return { data: checked.map(withName), nextCursor: null }
      }),
    }),
    ...defineRoutes('entitlements', overrideEndpoints, {
      putEntitlementOverride: write((tx, { scope, params, body }) =>
        putEntitlementOverride(tx, scope, params.customerId, params.featureSlug, body),
      ),
      deleteEntitlementOverride: write(async (tx, { scope, params }) => ({
        featureSlug: await deleteEntitlementOverride(
          tx,
          scope,
          params.customerId,
          params.featureSlug,
        ),
        deleted: true as const,
      })),
    }),
  ]
}

const withSlug = ({ feature, value }: CheckResult): ListedEntitlementValue => ({
  ...value,
  featureSlug: feature.slug,
})

const withName = ({ feature, value }: CheckResult): NamedEntitlementValue => ({
  ...value,
  featureSlug: feature.slug,
  featureName: feature.name,
})
