import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { appendLine } from '../invoicing/index.ts'
import { endTopUp } from './endTopUp.ts'
import { grantTopUp, type Purchase } from './grantTopUp.ts'
import type { AttemptRecord } from './read.ts'

/**
 * Gives the credits of an attempt now; what they cost goes on the customer's next invoice, where
 * they cost anything. The caller holds the customer's lock.
 */
export async function payOnInvoice(
  tx: Tx,
  scope: Scope,
  purchase: Purchase,
): Promise<AttemptRecord> {
  const { attemptId, customerId, terms, at } = purchase
  const grantId = await grantTopUp(tx, scope, purchase)
  if (terms.charge > 0) {
    await appendLine(tx, scope, {
      customerId,
      subscriptionId: null,
      source: attemptId,
      type: terms.creditPackageId === null ? 'topup' : 'credit_package',
      description: terms.description,
      amount: terms.charge,
      currency: terms.chargeCurrency,
      createdAt: at,
    })
  }
  return endTopUp(tx, scope, attemptId, { status: 'succeeded', grantId }, at)
}
