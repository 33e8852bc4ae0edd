import type { SettlementOutcome } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  findCustomerMethod,
  type PaymentProviders,
  requireActiveMethod,
} from '../../payments/index.ts'
import {
  findDefaultMethod,
  type PaymentMethodRecord,
  type PaymentRecord,
} from '../../payments/read.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import { lockInvoice } from '../invoice/lockInvoice.ts'
import { createInvoicePayment } from './createInvoicePayment.ts'
import { findOpenInvoicePayment, refuseUnlessPayable } from './findOpenInvoicePayment.ts'

export interface PayInput {
  invoiceId: string
  /** The customer that must own the invoice. Null for the merchant, who may pay any invoice. */
  customerId: string | null
  paymentMethodId?: string | undefined
  amount?: number | undefined
  forceForm: boolean
}

/**
 * Starts a payment for a payer who waits for the answer. `resumeInvoicePayment` continues with the
 * returned ticket. A repeated request continues the payment that is already open.
 */
export async function payInvoice(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  { invoiceId, customerId, paymentMethodId, amount, forceForm }: PayInput,
): Promise<{ ticket: string } | { answer: SettlementOutcome }> {
  const { environmentId } = scope
  const { invoice, at } = await lockInvoice(tx, scope, invoiceId)
  if (customerId !== null && invoice.customerId !== customerId) {
    throw notFound('invoice', invoiceId)
  }
  if (isPaid(invoice)) return { answer: alreadyPaid(invoice) }
  const method = forceForm ? null : await findMethod(tx, scope, invoice, paymentMethodId)
  const open = await findOpenInvoicePayment(tx, environmentId, invoice)
  if (open && isSameRequest(open, invoice, method, amount)) return { ticket: open.id }
  const payment = await createInvoicePayment(tx, providers, scope, {
    invoice,
    method,
    amount,
    at,
    trigger: 'manual',
  })
  return { ticket: payment.id }
}

/**
 * Returns whether a request to pay the full remaining amount would be accepted. It is also accepted
 * if it continues the open payment, for example if it opens the same form again.
 */
export async function canPayInvoice(
  tx: Tx,
  { environmentId }: Scope,
  invoice: InvoiceRecord,
  forceForm: boolean,
): Promise<boolean> {
  if (!isPayable(invoice) || invoice.amountDue === invoice.amountPaid) return false
  const open = await findOpenInvoicePayment(tx, environmentId, invoice)
  if (!open) return true
  const method = forceForm ? null : await findDefaultMethod(tx, environmentId, invoice.customerId)
  return isSameRequest(open, invoice, method, undefined)
}

/** Rejects an invoice that cannot be paid in full in a form. Accepts an invoice that is paid. */
export async function refuseUnlessPayableByForm(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  invoice: InvoiceRecord,
): Promise<void> {
  if (isPaid(invoice)) return
  const open = await findOpenInvoicePayment(tx, environmentId, invoice)
  if (open && isSameRequest(open, invoice, null, undefined)) return
  await refuseUnlessPayable(tx, environmentId, invoice)
}

/** Returns null if the customer has no method, because every invoice can be paid in a form. */
async function findMethod(
  tx: Tx,
  scope: Scope,
  { customerId }: InvoiceRecord,
  paymentMethodId: string | undefined,
): Promise<PaymentMethodRecord | null> {
  if (paymentMethodId === undefined) {
    return findDefaultMethod(tx, scope.environmentId, customerId)
  }
  const method = await findCustomerMethod(tx, scope, customerId, paymentMethodId)
  requireActiveMethod(method)
  return method
}

const isSameRequest = (
  open: PaymentRecord,
  { amountDue, amountPaid }: InvoiceRecord,
  method: PaymentMethodRecord | null,
  amount: number | undefined,
): boolean =>
  !open.isUnattended &&
  open.flow === (method ? 'off_session' : 'form') &&
  (method === null || open.paymentMethodId === method.id) &&
  open.amount === (amount ?? amountDue - amountPaid)

const isPaid = ({ status }: InvoiceRecord): boolean =>
  status === 'paid' || status === 'partially_refunded' || status === 'refunded'

const alreadyPaid = ({ id, subscriptionId }: InvoiceRecord): SettlementOutcome => ({
  kind: 'no_action',
  reason: 'The invoice is already paid.',
  subscriptionId,
  invoiceId: id,
})
