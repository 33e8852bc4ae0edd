import { renderAmount, renderMoney } from '@purser/contract/client'
import type {
  Catalog,
  ChargeEntry,
  CurrencyEntry,
  EntitlementEntry,
  GrantEntry,
  PlanEntry,
} from './Catalog.ts'
import { currencyDecimals, planPrice } from './prices.ts'
import type { DraftedEntry } from './productDraft.ts'

interface PlanTerm<Term> {
  readonly plan: DraftedEntry<PlanEntry>
  readonly term: Term
}

/** A term that reads the same in one or more plans of a tier. */
export interface TierTerm<Term> {
  readonly slug: string
  /** The name of the feature, credit currency or charge. */
  readonly name: string
  readonly description: string
  /** The plans with this term. Their entries may differ, such as `month` and `billing_period`. */
  readonly inPlans: readonly [PlanTerm<Term>, ...PlanTerm<Term>[]]
}

interface TierTerms {
  readonly entitlements: readonly TierTerm<EntitlementEntry>[]
  readonly grants: readonly TierTerm<GrantEntry>[]
  /** All charges except the plan's price: usage charges and one-off charges. */
  readonly charges: readonly TierTerm<ChargeEntry>[]
}

/** Lists the terms of a tier's plans. A term that several plans share appears once. */
export function listTierTerms(
  plans: readonly DraftedEntry<PlanEntry>[],
  catalog: Catalog,
): TierTerms {
  const grants = groupTerms(
    plans,
    ({ grantRules }) => grantRules ?? [],
    (grant, plan) => {
      const currency = catalog.creditCurrencies?.[grant.creditCurrencyId]
      return {
        slug: grant.creditCurrencyId,
        name: currency?.name ?? grant.creditCurrencyId,
        description: describeGrant(grant, currency, plan),
      }
    },
  )
  const entitlements = groupTerms(
    plans,
    (plan) => plan.entitlements ?? [],
    (entitlement, plan) => {
      const feature = catalog.features?.[entitlement.featureSlug]
      return {
        slug: entitlement.featureSlug,
        name: feature?.name ?? entitlement.featureSlug,
        description: describeEntitlement(entitlement, feature?.type ?? '', plan),
      }
    },
  )
  const charges = groupTerms(plans, otherCharges, (charge, plan) => ({
    slug: charge.name,
    name: charge.name,
    description: describeCharge(charge, plan.currency),
  }))
  return { grants, entitlements, charges }
}

function otherCharges(plan: PlanEntry): ChargeEntry[] {
  const price = planPrice(plan)
  return (plan.charges ?? []).filter((_charge, index) => index !== price?.chargeIndex)
}

function groupTerms<Term>(
  plans: readonly DraftedEntry<PlanEntry>[],
  termsOf: (plan: PlanEntry) => readonly Term[],
  describe: (term: Term, plan: PlanEntry) => Pick<TierTerm<Term>, 'slug' | 'name' | 'description'>,
): TierTerm<Term>[] {
  const groups = new Map<string, TierTerm<Term>>()
  for (const plan of plans) {
    for (const term of termsOf(plan.entry)) {
      const labels = describe(term, plan.entry)
      const key = `${labels.slug} ${labels.description}`
      const group = groups.get(key)
      groups.set(
        key,
        group
          ? { ...group, inPlans: [...group.inPlans, { plan, term }] }
          : { ...labels, inPlans: [{ plan, term }] },
      )
    }
  }
  return [...groups.values()]
}

function describeCharge({ type, pricing }: ChargeEntry, currency: string): string {
  const money = (amount: number | string) => renderMoney(amount, currency)
  const count = (quantity: number) => quantity.toLocaleString('en-US')
  switch (pricing.model) {
    case 'flat':
      return type === 'one_off' ? `${money(pricing.amount)} once` : money(pricing.amount)
    case 'per_unit':
      return `${money(pricing.unitAmount)} each`
    case 'package':
      return `${money(pricing.amount)} per ${count(pricing.packageSize)}`
    default: {
      const steps = pricing.tiers.map(({ upTo, unitAmount, flatAmount = 0 }) => {
        const isFree = Number(unitAmount) === 0 && flatAmount === 0
        const price = isFree ? 'included' : `${money(unitAmount)} each`
        return upTo === null ? price : `up to ${count(upTo)} ${price}`
      })
      return steps.join(', then ')
    }
  }
}

const PERIODS: Readonly<Record<string, string>> = {
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per year',
  billing_period: 'per billing period',
  lifetime: 'in total',
}

/** Describes an entitlement without the feature's name: `1,000 per month`. Empty for on or off. */
function describeEntitlement(
  { mode, value, period, values }: EntitlementEntry,
  type: string,
  plan: PlanEntry,
): string {
  if (mode === 'unlimited') return 'unlimited'
  if (type === 'credit') return 'paid with credits'
  if (values) return values.join(', ')
  if (value === undefined) return ''
  const amount = typeof value === 'number' ? value.toLocaleString('en-US') : value
  const per = PERIODS[periodOf(period ?? (mode === 'quota' ? 'billing_period' : ''), plan)]
  return per ? `${amount} ${per}` : amount
}

const CADENCES: Readonly<Record<string, string>> = {
  once: 'once',
  billing_period: 'each billing period',
}

/** Describes the credits that come with a plan: `1,000 each month`. */
function describeGrant(
  { amount, cadence }: GrantEntry,
  currency: CurrencyEntry | undefined,
  plan: PlanEntry,
): string {
  const printed = renderAmount(amount, {
    denomination: currency?.denomination ?? 'unit',
    minorUnitScale: currencyDecimals(currency),
  })
  const period = periodOf(cadence, plan)
  return `${printed} ${CADENCES[period] ?? `each ${period}`}`
}

/** Names a billing period after the plan's interval if possible: `month` for a monthly plan. */
const periodOf = (period: string, { interval, intervalCount = 1 }: PlanEntry): string =>
  period === 'billing_period' && interval !== 'none' && intervalCount === 1 ? interval : period
