import { subtract, ZERO } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { dayOf, giveBack, settle } from '../credits/wallet.ts'
import type { Customer, Move, Tally, UsageEvent, Wallet } from '../state.ts'
import { count } from './tallies.ts'

/** Undoes what an event did with compensating rows. */
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
  if (wallet) returnCredits(wallet, eventId, now)
  for (const each of event.moves) undo(catalog, customer, each)
  const day = `${dayOf(event.occurredAt)} ${event.eventName}`
  customer.usageDays.set(day, subtract(customer.usageDays.get(day) ?? ZERO, event.quantity))
  return event
}

/** Each debit goes back to where it came from. */
function returnCredits(wallet: Wallet, usageEventId: string, now: Date): void {
  const debits = wallet.ledger.filter(
    (row) => row.usageEventId === usageEventId && row.type === 'DEBIT',
  )
  if (debits.length === 0) return
  settle(wallet, now)
  for (const { grantId, amount, featureId } of debits) {
    const cause = { now, reason: 'USAGE_REVERSAL', featureId, usageEventId }
    giveBack(wallet, grantId, amount, 'CREDIT', cause)
  }
}

/** What a tally would be without the event: told anew by the events that still stand. */
function undo(catalog: Catalog, customer: Customer, { target, name, periodStart }: Move): void {
  const tallies: ReadonlyMap<string, Tally> =
    target === 'counter' ? customer.counters : customer.accruals
  const tally = tallies.get(name)
  const metric = catalog.metrics.find(({ id }) => id === tally?.metricId)
  if (!tally || !metric || tally.periodStart.getTime() !== periodStart.getTime()) return
  Object.assign(tally, { value: ZERO, latestAt: null, members: new Set() })
  for (const event of customer.events) {
    const move = event.moves.find(
      (each) =>
        each.target === target &&
        each.name === name &&
        each.periodStart.getTime() === periodStart.getTime(),
    )
    if (!move || event.reversedAt) continue
    count(tally, { metric, units: move.units, member: move.member }, event.occurredAt)
  }
}
