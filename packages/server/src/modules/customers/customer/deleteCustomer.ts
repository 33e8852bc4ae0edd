import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { owesMoney } from '../../invoicing/read.ts'
import { hasOpenPayment } from '../../payments/read.ts'
import { hasBilledSubscription } from '../../subscriptions/read.ts'
import { hasPendingAttempt } from '../../topups/read.ts'
import { lockCustomers } from '../lock/lockCustomers.ts'
import { anonymiseCustomer, disableCharging } from './customers.sql.ts'

/** Forgets who the customer is; ledger and invoices, which the law wants kept, stay. */
export async function deleteCustomer(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { environmentId } = scope
  await lockCustomers(sessionOf(tx), [{ environmentId, customerId: id }])
  if (
    (await hasOpenPayment(tx, environmentId, id)) ||
    (await hasPendingAttempt(tx, environmentId, id))
  ) {
    throw new PurserError(
      'invalid_state',
      'A payment of this customer is under way. Delete the customer when it has ended.',
      { retryAfterSeconds: 60 },
    )
  }
  if (await hasBilledSubscription(tx, environmentId, id)) {
    throw new PurserError(
      'invalid_state',
      'The customer has subscriptions that go on. End them with POST /v1/subscriptions/:id/cancel {"when": "now"} first.',
    )
  }
  if (await owesMoney(tx, environmentId, id)) {
    throw new PurserError(
      'invalid_state',
      'The customer has open invoices, or owes what the next one will ask for. Have them paid, or void them, first.',
    )
  }
  if (!(await anonymiseCustomer(tx, scope, id))) throw notFound('customer', id)
  await disableCharging(tx, scope, id)
}
