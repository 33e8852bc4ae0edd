import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { owesMoney } from '../../invoicing/read.ts'
import { hasOpenPayment } from '../../payments/read.ts'
import { hasBilledSubscription } from '../../subscriptions/read.ts'
import { hasPendingAttempt } from '../../topups/read.ts'
import { lockCustomerIfExists } from '../lock/lockCustomer.ts'
import { anonymizeCustomer, disableCharging } from './customers.sql.ts'

/** Anonymizes a customer. The ledger and the invoices stay, because the law requires them. */
export async function deleteCustomer(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { environmentId } = scope
  await lockCustomerIfExists(tx, scope, id)
  if (
    (await hasOpenPayment(tx, environmentId, id)) ||
    (await hasPendingAttempt(tx, environmentId, id))
  ) {
    throw new PurserError(
      'invalid_state',
      'A payment of this customer is in progress. Delete the customer after it has finished.',
      { retryAfterSeconds: 60 },
    )
  }
  if (await hasBilledSubscription(tx, environmentId, id)) {
    throw new PurserError(
      'invalid_state',
      'The customer has active subscriptions. Cancel them with POST /v1/subscriptions/:id/cancel {"when": "now"} first.',
    )
  }
  if (await owesMoney(tx, environmentId, id)) {
    throw new PurserError(
      'invalid_state',
      'The customer has open invoices, or amounts for the next invoice. Collect or void them first.',
    )
  }
  if (!(await anonymizeCustomer(tx, scope, id))) throw notFound('customer', id)
  await disableCharging(tx, scope, id)
}
