import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const organizationInvariants: readonly Invariant[] = [
  {
    name: 'an organization has a sandbox and a live environment',
    sql: `SELECT o.id AS broken FROM organizations o
          WHERE (SELECT count(*) FROM environments e WHERE e.organization_id = o.id) <> 2`,
  },
  {
    name: 'the prefix of an API key matches its kind and environment',
    sql: `SELECT k.id AS broken FROM api_keys k JOIN environments e ON e.id = k.environment_id
          WHERE NOT starts_with(k.prefix,
            CASE k.kind WHEN 'secret' THEN 'sk_' ELSE 'pk_' END || e.kind || '_')`,
  },
]
