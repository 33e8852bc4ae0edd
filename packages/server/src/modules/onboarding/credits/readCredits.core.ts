import type {
  Grounds,
  Offer,
  QuotaPeriod,
  ReadEntitlement,
  ReadUnitPrice,
} from '@purser/pricing-reader'
import type { WholeTier } from '../draft/expandTiers.core.ts'
import { capitalizeName, moreConfident, type Notes, plainName } from '../draft/names.core.ts'
import { readValue } from '../draft/readValue.core.ts'
import { minorUnitPrice } from '../units/unitPrice.core.ts'
import { nameUnits, plainUnit, unitKey } from '../units/units.core.ts'

/** A kind of credits on the page. */
export interface PageCurrency {
  name: string
  key: string
  grounds: Grounds
}

interface PageGrant {
  currency: PageCurrency
  amount: number
  period: QuotaPeriod
}

/** An action that costs credits. */
export interface PageAction {
  currency: PageCurrency
  key: string
  name: string
  /** The credits for one action. */
  cost: string
  grounds: Grounds
}

export interface PageCredits {
  currencies: PageCurrency[]
  actions: PageAction[]
  /** The grants of each tier, in the order of the tiers. */
  grants: PageGrant[][]
  /** The unlimited credit currencies of each tier. */
  unlimited: Set<PageCurrency>[]
  /** The entitlements of each tier that are not about credits. */
  entitlements: ReadEntitlement[][]
  currencyNamed(text: string): PageCurrency | null
}

/** The reader knows the words for credits in every language and marks them with a type. */
const isNumberOfCredits = (entitlement: ReadEntitlement): boolean => {
  const reading = readValue(entitlement)
  return entitlement.type === 'credit' && (reading?.is === 'number' || reading?.is === 'unlimited')
}

/**
 * Reads everything about credits: their names, the grants of each tier, and the actions that cost
 * credits.
 */
export function readCredits(offer: Offer, tiers: readonly WholeTier[], notes: Notes): PageCredits {
  const currencies = findCurrencies(offer, tiers)
  const currencyNamed = (text: string) => findNamed(currencies, text)
  const credits: PageCredits = {
    currencies,
    actions: [],
    grants: [],
    unlimited: [],
    entitlements: [],
    currencyNamed,
  }
  for (const price of creditPrices(offer, tiers)) addPriced(price, credits, notes)
  for (const tier of tiers) readTier(tier, credits, notes)
  for (const currency of currencies) {
    if (credits.actions.some((action) => action.currency === currency)) continue
    notes.miss(
      `The page does not say how customers spend ${currency.name}. The drafted event costs one per unit.`,
    )
    credits.actions.push({ ...currency, currency, cost: '1' })
  }
  return credits
}

const creditPrices = (offer: Offer, tiers: readonly WholeTier[]): ReadUnitPrice[] =>
  [...offer.usagePrices, ...tiers.flatMap(({ overage }) => overage)]
    .map(plainUnit)
    .filter(({ inCredits }) => inCredits)

function findCurrencies(offer: Offer, tiers: readonly WholeTier[]): PageCurrency[] {
  const named: { name: string; grounds: Grounds }[] = tiers.flatMap(({ read }) => [
    ...(read.credits ? [{ name: read.credits.name, grounds: read.credits }] : []),
    ...read.entitlements
      .filter(isNumberOfCredits)
      .map((entitlement) => ({ name: entitlement.feature, grounds: entitlement })),
  ])
  const currencies: PageCurrency[] = []
  const add = (text: string, grounds: Grounds) => {
    const key = unitKey(text)
    const name = capitalizeName(
      plainName(text).replace(
        /^(?:monthly|yearly|annual|weekly|daily|free|bonus|included)\s+/i,
        '',
      ),
    )
    if (key === '' || name === '') return
    const existing = currencies.find((currency) => isSameCurrency(currency.key, key))
    if (!existing) currencies.push({ name, key, grounds })
    // "AI credits" is more specific than "credits".
    else if (key.length > existing.key.length) Object.assign(existing, { name, key })
    if (existing) existing.grounds = moreConfident(existing.grounds, grounds)
  }
  for (const { name, grounds } of named) add(name, grounds)
  const other = offer.creditPackages[0] ?? creditPrices(offer, tiers)[0]
  if (currencies.length === 0 && other) add(creditsNamedIn(other.evidence) ?? 'Credits', other)
  return currencies
}

/** The name of the credits in text such as "1,000 tokens for $10". */
const creditsNamedIn = (evidence: string): string | null =>
  /\d[km]?\s+((?:ai\s+)?(?:credits|tokens|coins|points|gems))\b/i.exec(evidence)?.[1] ?? null

/** Returns true if one name extends the other: "credits" and "AI credits". */
const isSameCurrency = (a: string, b: string): boolean =>
  a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`)

function findNamed(currencies: readonly PageCurrency[], text: string): PageCurrency | null {
  const key = unitKey(text)
  if (key === '') return null
  return (
    currencies.find((currency) => currency.key === key) ??
    currencies.find((currency) => isSameCurrency(currency.key, key)) ??
    null
  )
}

function readTier(tier: WholeTier, credits: PageCredits, notes: Notes): void {
  const grants: PageGrant[] = []
  const unlimited = new Set<PageCurrency>()
  const left: ReadEntitlement[] = []
  const grant = (currency: PageCurrency | null, amount: number, period: QuotaPeriod) => {
    if (!currency || grants.some((other) => other.currency === currency)) return
    grants.push({ currency, amount, period })
  }
  const granted = ({
    name,
    amount,
    period,
  }: {
    name: string
    amount: number
    period: QuotaPeriod
  }) => {
    const reading = readValue({
      feature: name,
      type: 'credit',
      value: amount,
      confidence: 1,
      evidence: '',
    })
    const currency = credits.currencyNamed(name)
    if (reading?.is === 'number') grant(currency, reading.number, period)
    else if (reading?.is === 'unlimited' && currency) unlimited.add(currency)
    else notes.miss(`The number of ${plainName(name)} in "${tier.name}" is not valid.`)
  }
  if (tier.read.credits) granted(tier.read.credits)
  for (const entitlement of tier.entitlements) {
    const currency = creditsMeant(entitlement, credits)
    const reading = readValue(entitlement)
    if (currency && reading?.is === 'number') {
      grant(currency, reading.number, entitlement.period ?? 'one_time')
    } else if (currency && reading?.is === 'unlimited') {
      unlimited.add(currency)
    } else if (currency && reading?.is === 'text') {
      notes.miss(
        `"${tier.name}" includes ${currency.name}, but "${reading.text}" is not a number of credits.`,
      )
    } else if (!currency && entitlement.type === 'credit') {
      readSpending(entitlement, credits, left, notes)
    } else if (!currency) {
      left.push(entitlement)
    }
  }
  if (tier.credits && tier.credits !== tier.read.credits) granted(tier.credits)
  credits.grants.push(grants)
  credits.unlimited.push(unlimited)
  credits.entitlements.push(left)
}

/** The currency that an entitlement grants, or null. */
function creditsMeant(
  { feature, type }: ReadEntitlement,
  credits: PageCredits,
): PageCurrency | null {
  const currency = credits.currencyNamed(feature)
  if (type === 'credit') return currency
  return currency && currency.key === unitKey(feature) ? currency : null
}

/** Reads an action that is paid in credits but has no price. */
function readSpending(
  entitlement: ReadEntitlement,
  { currencies, actions }: PageCredits,
  left: ReadEntitlement[],
  notes: Notes,
): void {
  const [currency] = currencies
  if (!currency) {
    left.push({ ...entitlement, type: entitlement.value === undefined ? 'boolean' : 'metered' })
    return
  }
  const key = unitKey(entitlement.feature)
  const name = capitalizeName(plainName(entitlement.feature))
  if (name === '' || actions.some((action) => action.key === key)) return
  notes.miss(
    `The page does not say how many ${currency.name} "${name}" costs. The draft charges one.`,
  )
  actions.push({ currency, key, name, cost: '1', grounds: entitlement })
}

function addPriced(price: ReadUnitPrice, { currencies, actions }: PageCredits, notes: Notes): void {
  const [currency] = currencies
  const name = nameUnits(price.unit)
  const cost = minorUnitPrice(price.amount, price.per, 0)
  if (!currency || name === '') return
  if (!cost) {
    notes.miss(`The cost of "${name}" in ${currency.name} is not a valid price.`)
    return
  }
  const key = unitKey(name)
  if (actions.every((action) => action.key !== key)) {
    actions.push({ currency, key, name, cost: cost.unitAmount, grounds: price })
  }
}
