import type { DeniedReason, EntitlementValue } from '@purser/contract'
import {
  type Amount,
  compare,
  isZero,
  multiply,
  subtract,
  toNearestNumber,
  ZERO,
} from '../../../kernel/amount.ts'
import type { EntitlementTerms } from '../../catalog/core.ts'

/** Everything that decides whether a customer may use a feature. */
export interface Facts {
  type: EntitlementTerms['type']
  /** The terms of each subscription that gives access, oldest first. An override replaces them. */
  terms: readonly EntitlementTerms[] | 'denied'
  /** False for a pay-as-you-go customer, who has no subscription that gives access. */
  subscribed: boolean
  /** metered: each allowance with the usage in its current period. */
  meters: readonly Meter[]
  /** metered: a soft limit counts but does not deny. */
  soft: boolean
  /**
   * credit: the price of a unit, and the rule for usage that the wallet does not cover. Null if the
   * customer has no right to the feature.
   */
  price: Price | null
  /** credit: null when there is no wallet. */
  wallet: Wallet | null
}

export interface Meter {
  /** null: unlimited. */
  limit: Amount | null
  usage: Amount
  /** The end of the current period. Null: it never ends. */
  resetsAt: Date | null
}

export interface Price {
  perUnit: Amount
  rule: 'block' | 'overdraft' | 'invoice'
}

interface Wallet {
  balance: Amount
  status: 'active' | 'frozen' | 'closed'
}

export interface RequestedUse {
  usage: Amount
  values: readonly string[]
}

type Value<Type extends EntitlementValue['type']> = Extract<EntitlementValue, { type: Type }>
type TermsOf<Type extends EntitlementTerms['type']> = Extract<EntitlementTerms, { type: Type }>

const termsOfType = <Type extends EntitlementTerms['type']>(
  { terms }: Facts,
  type: Type,
): TermsOf<Type>[] =>
  terms === 'denied' ? [] : terms.filter((each): each is TermsOf<Type> => each.type === type)

const denied = (deniedReason: DeniedReason) => ({ access: false, deniedReason })

/** The denial of a customer without terms for the feature. */
const withoutTerms = ({ terms, subscribed }: Facts) =>
  denied(terms === 'denied' || subscribed ? 'no_entitlement' : 'no_active_subscription')

/**
 * Returns the value of a feature for a customer, and whether the customer may use it as requested.
 * The terms of several subscriptions combine. Without terms, only prepaid credits give access.
 */
export function evaluateFeature(facts: Facts, requested: RequestedUse): EntitlementValue {
  switch (facts.type) {
    case 'metered':
      return evaluateMetered(facts, requested)
    case 'credit':
      return evaluateCredit(facts, requested)
    case 'config': {
      const newest = termsOfType(facts, 'config').at(-1)
      return newest
        ? { type: 'config', access: true, value: newest.value }
        : { type: 'config', ...withoutTerms(facts), value: null }
    }
    case 'enum':
      return evaluateEnum(facts, requested)
    case 'boolean':
      return termsOfType(facts, 'boolean').length > 0
        ? { type: 'boolean', access: true }
        : { type: 'boolean', ...withoutTerms(facts) }
  }
}

const NOTHING_METERED: Omit<Value<'metered'>, 'access'> = {
  type: 'metered',
  remaining: 0,
  usage: 0,
  limit: 0,
  percentage: 0,
  isUnlimited: false,
  nextResetAt: null,
}

/**
 * Each allowance counts in its own period. One allowance with enough room gives access. The value
 * shows the allowance with the most room. A soft limit does not deny access.
 */
function evaluateMetered(facts: Facts, { usage: requested }: RequestedUse): Value<'metered'> {
  if (termsOfType(facts, 'metered').length === 0) {
    return { ...NOTHING_METERED, ...withoutTerms(facts) }
  }
  const unlimited = facts.meters.find(({ limit }) => limit === null)
  if (unlimited) return { ...meterValue(unlimited), access: true }
  const roomiest = facts.meters.reduce((most, meter) =>
    compare(roomOf(meter), roomOf(most)) > 0 ? meter : most,
  )
  const enough = compare(roomOf(roomiest), requested) >= 0
  return {
    ...meterValue(roomiest),
    ...(enough || facts.soft ? { access: true } : denied('usage_exceeded')),
  }
}

const roomOf = ({ limit, usage }: Meter): Amount => subtract(limit ?? ZERO, usage)

function meterValue(meter: Meter): Omit<Value<'metered'>, 'access'> {
  const { limit, usage, resetsAt } = meter
  const room = roomOf(meter)
  return {
    type: 'metered',
    remaining: limit === null || compare(room, ZERO) < 0 ? 0 : toNearestNumber(room),
    usage: toNearestNumber(usage),
    limit: limit === null ? 0 : toNearestNumber(limit),
    percentage: percentageOf(meter),
    isUnlimited: limit === null,
    nextResetAt: limit === null || resetsAt === null ? null : resetsAt.toISOString(),
  }
}

function percentageOf({ limit, usage }: Meter): number {
  if (limit === null) return 0
  if (isZero(limit)) return 100
  return (toNearestNumber(usage) / toNearestNumber(limit)) * 100
}

/**
 * The wallet must cover the request, unless the rule is `overdraft` or `invoice`. A frozen or
 * closed wallet gives no access. A pay-as-you-go customer needs a wallet.
 */
function evaluateCredit(facts: Facts, requested: RequestedUse): Value<'credit'> {
  const { price, wallet, terms } = facts
  const value = { type: 'credit', creditBalance: toNearestNumber(wallet?.balance ?? ZERO) } as const
  const prepaid = terms !== 'denied' && terms.length === 0
  if (price === null || (prepaid && wallet === null)) return { ...value, ...withoutTerms(facts) }
  const open = wallet === null || wallet.status === 'active'
  const cost = multiply(price.perUnit, requested.usage)
  const covered =
    price.rule !== 'block' || isZero(cost) || compare(wallet?.balance ?? ZERO, cost) >= 0
  return { ...value, ...(open && covered ? { access: true } : denied('credit_exhausted')) }
}

function evaluateEnum(facts: Facts, { values }: RequestedUse): Value<'enum'> {
  const terms = termsOfType(facts, 'enum')
  const enumValues = [...new Set(terms.flatMap((each) => each.values))]
  if (terms.length === 0) return { type: 'enum', ...withoutTerms(facts), enumValues }
  const allowed = values.every((value) => enumValues.includes(value))
  return {
    type: 'enum',
    ...(allowed ? { access: true } : denied('no_entitlement')),
    enumValues,
  }
}
