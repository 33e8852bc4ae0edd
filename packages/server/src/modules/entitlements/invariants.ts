import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const entitlementInvariants: readonly Invariant[] = [
  {
    name: "an override has the terms of its feature's type",
    sql: `SELECT o.customer_id || ' ' || f.slug AS broken
          FROM entitlement_overrides o JOIN features f USING (environment_id)
          WHERE f.id = o.feature_id AND o.access AND o.terms->>'type' <> f.type`,
  },
]
