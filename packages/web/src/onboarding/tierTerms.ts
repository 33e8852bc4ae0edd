import type { Placed } from './arrangeCatalog.ts'
import type { EntitlementEntry, GrantEntry, PlanEntry } from './Catalog.ts'

/** What plans of a tier have in common: a right or a grant, and which of them have it just so. */
export interface Shared<Term> {
  readonly term: Term
  readonly plans: readonly Placed<PlanEntry>[]
}

export interface TierTerms {
  readonly entitlements: readonly Shared<EntitlementEntry>[]
  readonly grants: readonly Shared<GrantEntry>[]
}

/** What the plans of a tier give; what is the same in all of them is there once. */
export const tierTerms = (plans: readonly Placed<PlanEntry>[]): TierTerms => ({
  entitlements: gather(plans, ({ entitlements }) => entitlements ?? []),
  grants: gather(plans, ({ grantRules }) => grantRules ?? []),
})

function gather<Term>(
  plans: readonly Placed<PlanEntry>[],
  termsOf: (plan: PlanEntry) => readonly Term[],
): Shared<Term>[] {
  const gathered = new Map<string, { term: Term; plans: Placed<PlanEntry>[] }>()
  for (const plan of plans) {
    for (const term of termsOf(plan.entry)) {
      const key = JSON.stringify(term)
      const shared = gathered.get(key) ?? { term, plans: [] }
      shared.plans.push(plan)
      gathered.set(key, shared)
    }
  }
  return [...gathered.values()]
}
