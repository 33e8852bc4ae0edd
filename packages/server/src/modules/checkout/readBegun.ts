import type { SettlementOutcome } from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findInvoice } from '../invoicing/read.ts'
import { findPayment } from '../payments/read.ts'
import { type Begun, NOTHING_BEGUN } from './core/begun.ts'

/** Of what is paid by an invoice: its payment, or what was done without one. */
export async function readBegun(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  begun: { ticket: string } | { answer: SettlementOutcome },
): Promise<Omit<Begun, 'mode'>> {
  if ('answer' in begun) {
    const { answer } = begun
    const invoiceId = 'invoiceId' in answer ? answer.invoiceId : null
    return { ...NOTHING_BEGUN, subscriptionId: answer.subscriptionId, invoiceId }
  }
  const { ticket: paymentId } = begun
  const payment = await findPayment(tx, environmentId, paymentId)
  const invoice = payment?.invoiceId && (await findInvoice(tx, environmentId, payment.invoiceId))
  invariant(invoice, 'what waits for its payment has an invoice')
  const { id: invoiceId, subscriptionId } = invoice
  return { ...NOTHING_BEGUN, paymentId, invoiceId, subscriptionId }
}
