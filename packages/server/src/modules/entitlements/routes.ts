import {
  checkEndpoints,
  customerCheckEndpoints,
  type ListedEntitlementValue,
  type NamedEntitlementValue,
  overrideEndpoints,
} from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import { defineRoutes, direct, type Route, write } from '../../platform/http/routes.ts'
import { type Checked, checkEntitlement, checkFeatures } from './check/checkEntitlement.ts'
import { createFactReader, type StandingDependencies } from './check/factReader.ts'
import { deleteEntitlementOverride } from './overrides/deleteEntitlementOverride.ts'
import { putEntitlementOverride } from './overrides/putEntitlementOverride.ts'

export function entitlementRoutes(dependencies: StandingDependencies): Route[] {
  const readStanding = createFactReader(dependencies)
  return [
    ...defineRoutes('entitlements', checkEndpoints, {
      check: direct(({ scope, body }) => checkEntitlement(readStanding, scope, body)),
    }),
    ...defineRoutes('entitlements', customerCheckEndpoints, {
      checkCustomer: direct(async ({ scope, params, body: { featureSlug, ...asked } }) => {
        const [checked] = await checkFeatures(readStanding, scope, {
          ...params,
          features: [featureSlug],
          ...asked,
        })
        invariant(checked, 'a feature that exists is checked')
        return listed(checked)
      }),
      checkCustomerBatch: direct(async ({ scope, params, body }) => {
        const checked = await checkFeatures(readStanding, scope, {
          ...params,
          features: body.featureSlugs,
        })
        return Object.fromEntries(checked.map((each) => [each.feature.slug, listed(each)]))
      }),
      listCustomerEntitlements: direct(async ({ scope, params }) => {
        const checked = await checkFeatures(readStanding, scope, { ...params, features: 'all' })
        return { data: checked.map(named), nextCursor: null }
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

const listed = ({ feature, value }: Checked): ListedEntitlementValue => ({
  ...value,
  featureSlug: feature.slug,
})

const named = ({ feature, value }: Checked): NamedEntitlementValue => ({
  ...value,
  featureSlug: feature.slug,
  featureName: feature.name,
})
