import { checkEndpoints, overrideEndpoints } from '@purser/contract'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { checkEntitlement } from './checkEntitlement.ts'
import { deleteEntitlementOverride } from './deleteEntitlementOverride.ts'
import { putEntitlementOverride } from './putEntitlementOverride.ts'

export const entitlementRoutes = [
  ...defineRoutes('entitlements', checkEndpoints, {
    check: read((tx, { scope, body }) => checkEntitlement(tx, scope, body)),
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
