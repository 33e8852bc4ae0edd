import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const catalogInvariants: readonly Invariant[] = [
  {
    name: 'a plan has exactly one current version',
    sql: `SELECT p.slug AS broken FROM plans p WHERE (SELECT count(*) FROM plan_versions v
            WHERE v.environment_id = p.environment_id AND v.plan_id = p.id
              AND v.replaced_at IS NULL) <> 1`,
  },
  {
    name: 'plan versions are numbered from 1 without gaps, and the last is current',
    sql: `SELECT plan_id AS broken FROM plan_versions GROUP BY environment_id, plan_id
          HAVING min(version) <> 1 OR max(version) <> count(*)
            OR max(version) <> max(version) FILTER (WHERE replaced_at IS NULL)`,
  },
  {
    name: "an entitlement has the terms of its feature's type",
    sql: `SELECT e.plan_id || ' ' || f.slug AS broken
          FROM plan_entitlements e JOIN features f USING (environment_id)
          WHERE f.id = e.feature_id AND e.terms->>'type' <> f.type`,
  },
  {
    name: 'no constraint is switched off',
    sql: `SELECT conname AS broken FROM pg_constraint
          WHERE connamespace = 'public'::regnamespace AND NOT convalidated`,
  },
]
