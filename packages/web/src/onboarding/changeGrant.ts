import type { BodyInput } from '@purser/contract/client'
import type { GrantEntry, PlanEntry } from './Catalog.ts'

/** What a plan is changed to when it comes with another amount of credits. */
export function changeGrant(
  plan: PlanEntry,
  grant: GrantEntry,
  amount: number,
): BodyInput<'updatePlan'> {
  const same = JSON.stringify(grant)
  return {
    grantRules: (plan.grantRules ?? []).map((rule) =>
      JSON.stringify(rule) === same ? { ...rule, amount } : rule,
    ),
  }
}
