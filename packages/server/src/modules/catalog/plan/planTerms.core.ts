import type { BodyOf, catalogEndpoints, Plan } from '@purser/contract'
import type { ReferableObject } from '../kinds/catalogObject.core.ts'
import type { FeatureType } from './entitlementTerms.core.ts'

type CreatePlanBody = BodyOf<typeof catalogEndpoints.createPlan>
export type ChargeInput = CreatePlanBody['charges'][number]
export type EntitlementInput = CreatePlanBody['entitlements'][number]
export type GrantRuleInput = CreatePlanBody['grantRules'][number]

export type ChargeTerms = Omit<Plan['charges'][number], 'id'>
export type GrantRule = Plan['grantRules'][number]

/**
 * The charges, entitlements and grant rules of a plan version, with defaults filled in and
 * references resolved. They determine the bill and the rights of a subscriber.
 */
export interface PlanTerms {
  charges: ChargeTerms[]
  entitlements: Plan['entitlements']
  grantRules: GrantRule[]
}

export const NO_TERMS: PlanTerms = { charges: [], entitlements: [], grantRules: [] }

export const TERM_PARTS = ['charges', 'entitlements', 'grantRules'] as const
export type TermPart = (typeof TERM_PARTS)[number]

export const termsOfPlan = ({ charges, entitlements, grantRules }: Plan): PlanTerms => ({
  charges: charges.map(({ id: _id, ...terms }) => terms),
  entitlements,
  grantRules,
})

/** Returns the parts that differ; none if the terms are equal. */
export const changedParts = (before: PlanTerms, after: PlanTerms): TermPart[] =>
  TERM_PARTS.filter((part) => canonical(before[part]) !== canonical(after[part]))

/** Serializes a value independently of the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )

/** The fields of a plan that its terms are validated against. */
export type PlanHeader = Pick<
  Plan,
  'productId' | 'tierId' | 'currency' | 'interval' | 'intervalCount'
>

/** A new or changed plan. Omitted parts keep their current terms. */
export interface PlanInput extends PlanHeader {
  charges?: readonly ChargeInput[] | undefined
  entitlements?: readonly EntitlementInput[] | undefined
  grantRules?: readonly GrantRuleInput[] | undefined
}

export interface ReferableFeature extends ReferableObject {
  slug: string
  type: FeatureType
  metricId: string | null
}

/**
 * The objects that a plan refers to, by the id or slug that it uses. Unknown objects are left out.
 */
export interface PlanReferences {
  product: ReferableObject | undefined
  tier: (ReferableObject & { productId: string }) | undefined
  metrics: ReadonlyMap<string, ReferableObject>
  features: ReadonlyMap<string, ReferableFeature>
  creditCurrencies: ReadonlyMap<string, ReferableObject>
  /** Ids of the objects that the plan already refers to. They may be archived. */
  inUse: ReadonlySet<string>
}

type Unit = Exclude<Plan['interval'], 'none'>

/**
 * Months and years count at their longest, so that a monthly grant never outlasts a plan with an
 * interval in days.
 */
const DAYS: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 }

/**
 * The maximum length of a billing period, for comparisons. A plan without an interval never ends.
 */
export const intervalDays = ({
  interval,
  intervalCount,
}: Pick<Plan, 'interval' | 'intervalCount'>): number =>
  interval === 'none' ? Number.POSITIVE_INFINITY : DAYS[interval] * intervalCount

/** Returns true if the cadence recurs at least once in each billing period. */
export const fitsInterval = (
  cadence: 'day' | 'week' | 'month',
  plan: Pick<Plan, 'interval' | 'intervalCount'>,
): boolean => DAYS[cadence] <= intervalDays(plan)

/** `migrated` is the status of a version that a newer version has replaced. */
type PlanStatus = 'draft' | 'active' | 'archived' | 'migrated'
export type PlanAction = 'publish' | 'archive'

const transitions: Record<PlanStatus, Partial<Record<PlanAction, PlanStatus>>> = {
  draft: { publish: 'active', archive: 'archived' },
  active: { publish: 'active', archive: 'archived' },
  archived: { publish: 'active', archive: 'archived' },
  migrated: {},
}

/** Returns the status after an action, or null if the current status does not allow it. */
export const nextPlanStatus = (state: PlanStatus, action: PlanAction): PlanStatus | null =>
  transitions[state][action] ?? null
