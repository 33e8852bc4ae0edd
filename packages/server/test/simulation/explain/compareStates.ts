import { nextDueAt, settle } from '../../model/credits/wallet.ts'
import { endTransaction } from '../../model/payments/autoTopUps.ts'
import { copyCustomer } from '../../model/state.ts'
import { type CustomerPicture, projectCustomer } from '../observe/projectCustomer.ts'
import type { World } from './linearize.ts'

const isDue = (instant: string | null, now: Date): boolean =>
  instant !== null && new Date(instant) <= now

/**
 * Compares the model's state with the database. A sweep may settle a wallet at any time, so wallets
 * that the database has already settled are settled in the model too.
 */
export function compareStates(
  { customer: before, identities: matched }: World,
  observed: CustomerPicture,
  now: Date,
): World | { difference: string } {
  const customer = copyCustomer(before)
  const identities = matched.copy()
  for (const [currency, wallet] of customer.wallets) {
    const real = observed.wallets[currency]
    if (real && !isDue(real.nextDueAt, now)) settle(wallet, now)
    const due = nextDueAt(wallet)
    if (real && due && (real.nextDueAt === null || new Date(real.nextDueAt) > due)) {
      return { difference: `next_due_at: predicted ${due.toISOString()}, was ${real.nextDueAt}` }
    }
  }
  endTransaction(customer, now)
  const predicted = comparable(projectCustomer(customer, identities), (id) =>
    identities.has(id) ? identities.real(id) : null,
  )
  const actual = comparable(observed, (id) => (matched.hasReal(id) ? id : null))
  const difference = identities.difference(predicted, actual)
  return difference === null ? { customer, identities } : { difference }
}

/**
 * Leaves out the next due time of a wallet, which may be earlier than necessary. Events are
 * compared by id. Only events whose id no response contained, such as those of captures, are
 * compared in order.
 */
const comparable = (
  { wallets, events, ...rest }: CustomerPicture,
  answered: (eventId: string) => string | null,
) => ({
  ...rest,
  wallets: Object.fromEntries(
    Object.entries(wallets).map(([currency, { nextDueAt: _due, ...wallet }]) => [currency, wallet]),
  ),
  events: Object.fromEntries(
    events.flatMap((event) => {
      const id = answered(event.id)
      return id === null ? [] : [[id, event]]
    }),
  ),
  otherEvents: events.filter(({ id }) => answered(id) === null),
})
