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
import type { EntitlementTerms } from '../../catalog/index.ts'

/** All that is known of one customer and one feature. */
export interface Facts {
  type: EntitlementTerms['type']
  /** From each subscription that gives access, oldest first, or from an override alone. */
  terms: readonly EntitlementTerms[] | 'denied'
  /** Without a subscription that gives access a customer is pay-as-you-go. */
  subscribed: boolean
  /** metered: what was used in the current period of each allowance. */
  meters: readonly Meter[]
  /** metered: goes on beyond its limits, which only count. */
  soft: boolean
  /** credit: what a unit costs, and whether the wallet must cover it; null: no right to it. */
  price: Price | null
  /** credit: null when there is none. */
  wallet: Wallet | null
}

export interface Meter {
  /** null: unlimited. */
  limit: Amount | null
  usage: Amount
  /** When it starts anew; null: never. */
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

export interface Requested {
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

/** Why a customer without terms for a feature has none. */
const withoutTerms = ({ terms, subscribed }: Facts) =>
  denied(terms === 'denied' || subscribed ? 'no_entitlement' : 'no_active_subscription')

/**
 * What the customer has of the feature, and whether that covers what is asked for. Several
 * subscriptions combine; without one only prepaid credits give access.
 */
export function evaluate(facts: Facts, requested: Requested): EntitlementValue {
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
 * Each allowance counts by its own period, and any that has room gives access. Shown is the one
 * with the most room. A soft limit counts but does not deny.
 */
function evaluateMetered(facts: Facts, { usage: requested }: Requested): Value<'metered'> {
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
 * The wallet must cover what is asked for, unless the rest may be owed or invoiced. A wallet that
 * takes no debits gives no access. Pay-as-you-go begins with a wallet.
 */
function evaluateCredit(facts: Facts, requested: Requested): Value<'credit'> {
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

function evaluateEnum(facts: Facts, { values }: Requested): Value<'enum'> {
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
