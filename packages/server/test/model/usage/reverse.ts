import { subtract, ZERO } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { dayOf, returnCredits, settle } from '../credits/wallet.ts'
import type { Customer, Tally, TallyChange, UsageEvent, Wallet } from '../state.ts'
import { count } from './tallies.ts'

/** Reverses an event with compensating rows. */
export function reverse(
  catalog: Catalog,
  customer: Customer,
  eventId: string,
  now: Date,
): UsageEvent | 'not_found' | 'invalid_state' {
  const event = customer.events.find(({ id }) => id === eventId)
  if (!event) return 'not_found'
  if (event.reversedAt) return 'invalid_state'
  event.reversedAt = now
  const wallet = customer.wallets.get(event.creditCurrencyId ?? '')
  if (wallet) returnDebits(wallet, eventId, now)
  for (const each of event.tallyChanges) undo(catalog, customer, each)
  const day = `${dayOf(event.occurredAt)} ${event.eventName}`
  customer.usageDays.set(day, subtract(customer.usageDays.get(day) ?? ZERO, event.quantity))
  return event
}

/** Returns each debit to the grant it came from. */
function returnDebits(wallet: Wallet, usageEventId: string, now: Date): void {
  const debits = wallet.ledger.filter(
    (row) => row.usageEventId === usageEventId && row.type === 'DEBIT',
  )
  if (debits.length === 0) return
  settle(wallet, now)
  for (const { grantId, amount, featureId } of debits) {
    const cause = { now, reason: 'USAGE_REVERSAL', featureId, usageEventId }
    returnCredits(wallet, grantId, amount, 'CREDIT', cause)
  }
}

/** Recomputes a tally from the events that are not reversed. */
function undo(
  catalog: Catalog,
  customer: Customer,
  { target, name, periodStart }: TallyChange,
): void {
  const tallies: ReadonlyMap<string, Tally> =
    target === 'counter' ? customer.counters : customer.accruals
  const tally = tallies.get(name)
  const metric = catalog.metrics.find(({ id }) => id === tally?.metricId)
  if (!tally || !metric || tally.periodStart.getTime() !== periodStart.getTime()) return
  Object.assign(tally, { value: ZERO, latestAt: null, members: new Set() })
  for (const event of customer.events) {
    const move = event.tallyChanges.find(
      (each) =>
        each.target === target &&
        each.name === name &&
        each.periodStart.getTime() === periodStart.getTime(),
    )
    if (!move || event.reversedAt) continue
    count(tally, { metric, units: move.units, member: move.member }, event.occurredAt)
  }
}
