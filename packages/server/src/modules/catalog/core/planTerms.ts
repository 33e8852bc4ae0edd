import type { BodyOf, catalogEndpoints, Plan } from '@purser/contract'

type CreatePlanBody = BodyOf<typeof catalogEndpoints.createPlan>
export type ChargeInput = CreatePlanBody['charges'][number]
export type EntitlementInput = CreatePlanBody['entitlements'][number]
export type GrantRuleInput = CreatePlanBody['grantRules'][number]

export type ChargeTerms = Omit<Plan['charges'][number], 'id'>
export type GrantRule = Plan['grantRules'][number]

/** What a subscriber's bill and rights rest on, defaults filled in and references resolved. */
export interface PlanTerms {
  charges: ChargeTerms[]
  entitlements: Plan['entitlements']
  grantRules: GrantRule[]
}

export const NO_TERMS: PlanTerms = { charges: [], entitlements: [], grantRules: [] }

export const TERM_PARTS = ['charges', 'entitlements', 'grantRules'] as const
export type TermPart = (typeof TERM_PARTS)[number]

/** The terms of a plan as it stands. */
export const termsOfPlan = ({ charges, entitlements, grantRules }: Plan): PlanTerms => ({
  charges: charges.map(({ id: _id, ...terms }) => terms),
  entitlements,
  grantRules,
})

/** The parts in which two terms differ: none, when both say the same. */
export const changedParts = (before: PlanTerms, after: PlanTerms): TermPart[] =>
  TERM_PARTS.filter((part) => canonical(before[part]) !== canonical(after[part]))

/** One text for everything that means the same, whatever the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )
