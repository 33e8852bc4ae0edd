import { renderAmount } from '@purser/contract/client'
import type { Placed } from './arrangeCatalog.ts'
import type {
  Catalog,
  ChargeEntry,
  CurrencyEntry,
  EntitlementEntry,
  GrantEntry,
  PlanEntry,
} from './Catalog.ts'
import { currencyDecimals, formatMoney, planPrice } from './prices.ts'

/** A right or a grant as it stands in one plan. */
interface Given<Term> {
  readonly plan: Placed<PlanEntry>
  readonly term: Term
}

/** What plans of a tier give alike, though each may say it in its own way. */
export interface Shared<Term> {
  readonly slug: string
  /** What it is of: the name of a feature or of a credit currency. */
  readonly name: string
  readonly words: string
  readonly given: readonly [Given<Term>, ...Given<Term>[]]
}

interface TierTerms {
  readonly entitlements: readonly Shared<EntitlementEntry>[]
  readonly grants: readonly Shared<GrantEntry>[]
  /** What is paid besides the price: usage, and what is asked once. */
  readonly charges: readonly Shared<ChargeEntry>[]
}

/** What the plans of a tier give; what is the same in several of them is there once. */
export function tierTerms(plans: readonly Placed<PlanEntry>[], catalog: Catalog): TierTerms {
  const grants = gather(
    plans,
    ({ grantRules }) => grantRules ?? [],
    (grant, plan) => {
      const currency = catalog.creditCurrencies?.[grant.creditCurrencyId]
      return {
        slug: grant.creditCurrencyId,
        name: currency?.name ?? grant.creditCurrencyId,
        words: describeGrant(grant, currency, plan),
      }
    },
  )
  const entitlements = gather(
    plans,
    (plan) => plan.entitlements ?? [],
    (entitlement, plan) => {
      const feature = catalog.features?.[entitlement.featureSlug]
      return {
        slug: entitlement.featureSlug,
        name: feature?.name ?? entitlement.featureSlug,
        words: describeEntitlement(entitlement, feature?.type ?? '', plan),
      }
    },
  )
  const charges = gather(plans, otherCharges, (charge, plan) => ({
    slug: charge.name,
    name: charge.name,
    words: describeCharge(charge, plan.currency),
  }))
  return { grants, entitlements, charges }
}

function otherCharges(plan: PlanEntry): ChargeEntry[] {
  const price = planPrice(plan)
  return (plan.charges ?? []).filter((_charge, at) => at !== price?.at)
}

function gather<Term>(
  plans: readonly Placed<PlanEntry>[],
  termsOf: (plan: PlanEntry) => readonly Term[],
  describe: (term: Term, plan: PlanEntry) => Pick<Shared<Term>, 'slug' | 'name' | 'words'>,
): Shared<Term>[] {
  const gathered = new Map<string, Shared<Term>>()
  for (const plan of plans) {
    for (const term of termsOf(plan.entry)) {
      const said = describe(term, plan.entry)
      const key = `${said.slug} ${said.words}`
      const before = gathered.get(key)
      gathered.set(
        key,
        before
          ? { ...before, given: [...before.given, { plan, term }] }
          : { ...said, given: [{ plan, term }] },
      )
    }
  }
  return [...gathered.values()]
}

/** What a charge besides the price comes to, without its name. */
function describeCharge({ type, pricing }: ChargeEntry, currency: string): string {
  const money = (amount: number | string) => formatMoney(amount, currency)
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
  lifetime: 'in all',
}

/** What a plan gives of a feature, without the feature's name; empty where the name says it all. */
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

/** The credits that come with a plan: `1,000 each month`. */
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

/** A billing period by its own name where it has one: that of a monthly plan is a month. */
const periodOf = (period: string, { interval, intervalCount = 1 }: PlanEntry): string =>
  period === 'billing_period' && interval !== 'none' && intervalCount === 1 ? interval : period
