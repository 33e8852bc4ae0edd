import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

export const onboardingInvariants: readonly Invariant[] = [
  {
    name: 'an onboarding run has as many events as it counts, numbered from 1',
    sql: `SELECT r.id AS broken FROM onboarding_runs r
          LEFT JOIN (
            SELECT environment_id, run_id, count(*) AS events, max(number) AS last
            FROM onboarding_events GROUP BY 1, 2) e
            ON e.environment_id = r.environment_id AND e.run_id = r.id
          WHERE r.event_count <> coalesce(e.events, 0) OR r.event_count <> coalesce(e.last, 0)`,
  },
  {
    name: 'onboarding runs exist only in sandboxes',
    sql: `SELECT r.id AS broken FROM onboarding_runs r
          JOIN environments e ON e.id = r.environment_id WHERE e.kind <> 'sandbox'`,
  },
]
