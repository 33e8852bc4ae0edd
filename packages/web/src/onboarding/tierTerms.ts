import type { Placed } from './arrangeCatalog.ts'
import type { Catalog, ChargeEntry, EntitlementEntry, GrantEntry, PlanEntry } from './Catalog.ts'
import { describeCharge } from './describeCharge.ts'
import { describeEntitlement } from './describeEntitlement.ts'
import { describeGrant } from './describeGrant.ts'
import { planPrice } from './planPrice.ts'

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

export interface TierTerms {
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
