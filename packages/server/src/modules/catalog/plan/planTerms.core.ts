import type { BodyOf, catalogEndpoints, Plan } from '@purser/contract'
import type { Referable } from '../kinds/catalogObject.core.ts'
import type { FeatureType } from './entitlementTerms.core.ts'

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

/** What of a plan is fixed or decides what its terms may say. */
export type PlanHeader = Pick<
  Plan,
  'productId' | 'tierId' | 'currency' | 'interval' | 'intervalCount'
>

/** A plan as it is to be. A part that is left out stays as it is. */
export interface PlanInput extends PlanHeader {
  charges?: readonly ChargeInput[] | undefined
  entitlements?: readonly EntitlementInput[] | undefined
  grantRules?: readonly GrantRuleInput[] | undefined
}

export interface ReferableFeature extends Referable {
  slug: string
  type: FeatureType
  metricId: string | null
}

/** What a plan refers to, by the words with which it does; absent is what does not exist. */
export interface PlanReferences {
  product: Referable | undefined
  tier: (Referable & { productId: string }) | undefined
  metrics: ReadonlyMap<string, Referable>
  features: ReadonlyMap<string, ReferableFeature>
  creditCurrencies: ReadonlyMap<string, Referable>
  /** Ids of what the plan rests on already, which may have been archived since. */
  inUse: ReadonlySet<string>
}

type Unit = Exclude<Plan['interval'], 'none'>

/** A month counts its longest, so that a monthly drip never outlasts a plan that is told in days. */
const DAYS: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 }

/** How long a billing period is, for comparing; a plan without interval has no end. */
export const intervalDays = ({
  interval,
  intervalCount,
}: Pick<Plan, 'interval' | 'intervalCount'>): number =>
  interval === 'none' ? Number.POSITIVE_INFINITY : DAYS[interval] * intervalCount

/** Whether something that recurs at this cadence does so at least once in each billing period. */
export const fitsInterval = (
  cadence: 'day' | 'week' | 'month',
  plan: Pick<Plan, 'interval' | 'intervalCount'>,
): boolean => DAYS[cadence] <= intervalDays(plan)

/** `migrated` is the state of a version that a newer one replaced: it is history. */
type PlanStatus = 'draft' | 'active' | 'archived' | 'migrated'
export type PlanAction = 'publish' | 'archive'

const transitions: Record<PlanStatus, Partial<Record<PlanAction, PlanStatus>>> = {
  draft: { publish: 'active', archive: 'archived' },
  active: { publish: 'active', archive: 'archived' },
  archived: { publish: 'active', archive: 'archived' },
  migrated: {},
}

/** The state after an action, or null when the state does not allow it. */
export const nextPlanStatus = (state: PlanStatus, action: PlanAction): PlanStatus | null =>
  transitions[state][action] ?? null
