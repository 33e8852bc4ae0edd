import {
  type Amount,
  add,
  compare,
  divide,
  formatAmount,
  isZero,
  multiply,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import { type CompiledCatalog, compareByDisplayOrder } from '../../catalog/core.ts'
import { debit, settle, spendableCredits, type Wallet } from '../../credits/core.ts'
import { addsUp, type CreditCharge, creditPrice } from '../rights/route.core.ts'
import type { CounterMove } from './count.core.ts'
import type { PlannedEvent, Rejection } from './planEvent.core.ts'

/** The customer's wallets. An overdraft creates a wallet that does not exist yet. */
export interface Wallets {
  find(currencyId: string): Wallet | undefined
  create(currencyId: string): Wallet
}

/** One feature's share of the event's price. */
export interface FeaturePrice {
  charge: CreditCharge
  units: Amount
  perUnit: Amount
  cost: Amount
}

/** Returns the event's price in credits: the features of one currency that it uses. */
export function priceInCredits(
  { event, metrics, routing }: PlannedEvent,
  moves: readonly (readonly (CounterMove | null)[])[],
  wallets: Wallets,
): FeaturePrice[] {
  const offered = metrics
    .flatMap(({ route, measure }, at) =>
      route.credits.map((charge) => {
        const perUnit = creditPrice(charge.cost, event.properties)
        const units =
          addsUp(route.metric) && 'amount' in measure
            ? measure.amount
            : increase(moves[at]?.[0] ?? null)
        return { charge, units, perUnit, cost: multiply(perUnit, units) }
      }),
    )
    .sort((a, b) => compareByDisplayOrder(a.charge.feature, b.charge.feature))
  const first =
    (routing.payAsYouGo && offered.find(({ charge }) => wallets.find(charge.currencyId))) ||
    offered[0]
  return offered.filter(({ charge }) => charge.currencyId === first?.charge.currencyId)
}

/** The increase that the event causes in a metric that does not add up. */
const increase = (move: CounterMove | null): Amount => {
  const more = move ? subtract(move.after.value, move.before.value) : ZERO
  return compare(more, ZERO) > 0 ? more : ZERO
}

export interface CreditPayment {
  wallet: Wallet | undefined
  deducted: Amount
  firstSeq: number | null
  lastSeq: number | null
  /** Units not covered by credits, by feature. */
  uncoveredUnits: ReadonlyMap<string, Amount>
}

/**
 * Debits the event's price, or returns the reason to reject it. A rejection still applies due
 * expirations to the wallet.
 */
export function payForEvent(
  { customer, now }: PlannedEvent,
  eventId: string,
  priced: readonly FeaturePrice[],
  wallets: Wallets,
): CreditPayment | Rejection {
  const [first] = priced
  let wallet = first && wallets.find(first.charge.currencyId)
  if (wallet) settle(wallet, now)
  const due = priced.filter(({ cost }) => !isZero(cost))
  const nothing = { wallet, deducted: ZERO, firstSeq: null, lastSeq: null }
  const uncovered = new Map(priced.map(({ charge }) => [charge.feature.id, ZERO]))
  if (!first || due.length === 0) return { ...nothing, uncoveredUnits: uncovered }
  if (wallet && wallet.status !== 'active') return frozen(wallet)
  if (!isCovered(due, wallet)) return insufficient(customer.catalog, first, due, wallet)
  if (!wallet && due.some(({ charge }) => charge.rule === 'overdraft')) {
    wallet = wallets.create(first.charge.currencyId)
  }
  if (!wallet) {
    for (const { charge, units } of due) uncovered.set(charge.feature.id, units)
    return { ...nothing, uncoveredUnits: uncovered }
  }
  const firstSeq = wallet.lastSeq + 1
  let deducted = ZERO
  for (const { charge, cost, perUnit } of due) {
    const outcome = debit(wallet, {
      amount: cost,
      rule: charge.rule,
      reason: 'USAGE_DEDUCTION',
      featureId: charge.feature.id,
      usageEventId: eventId,
      now,
    })
    if (outcome === 'insufficient' || outcome === 'frozen') {
      // The debt would exceed what a wallet can hold. With several features, an earlier debit may
      // already have been made: then this is a bug.
      if (wallet.lastSeq < firstSeq) return insufficient(customer.catalog, first, due, wallet)
      throw new Error('a covered debit was refused')
    }
    deducted = add(deducted, outcome.taken)
    uncovered.set(charge.feature.id, divide(outcome.uncovered, perUnit))
  }
  const moved = wallet.lastSeq >= firstSeq
  return {
    wallet,
    deducted,
    firstSeq: moved ? firstSeq : null,
    lastSeq: moved ? wallet.lastSeq : null,
    uncoveredUnits: uncovered,
  }
}

/**
 * Returns whether each part can be paid, in order, from the spendable balance or by its exhaustion
 * rule.
 */
function isCovered(due: readonly FeaturePrice[], wallet: Wallet | undefined): boolean {
  let available = wallet ? spendableCredits(wallet) : ZERO
  for (const { charge, cost } of due) {
    if (compare(cost, available) <= 0) available = subtract(available, cost)
    else if (charge.rule === 'block') return false
    else available = ZERO
  }
  return true
}

const frozen = ({ status, id }: Wallet): Rejection => ({
  reason: 'account_frozen',
  message: `The wallet ${id} is ${status}: nothing can be spent from it until it is active again.`,
})

function insufficient(
  { creditCurrencies }: CompiledCatalog,
  { charge }: FeaturePrice,
  due: readonly FeaturePrice[],
  wallet: Wallet | undefined,
): Rejection {
  const name = creditCurrencies.get(charge.currencyId)?.name ?? charge.currencyId
  const cost = formatAmount(sum(due.map((each) => each.cost)))
  const balance = formatAmount(wallet?.balance ?? ZERO)
  return {
    reason: 'insufficient_credits',
    message: `The event costs ${cost} ${name} and the balance is ${balance}; grant or top up credits, then send it again.`,
  }
}
