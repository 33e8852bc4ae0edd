import type { CheckoutPreview } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuseUnlessPayableByForm } from '../../invoicing/index.ts'
import { findInvoice, type InvoiceRecord, listInvoiceLines } from '../../invoicing/read.ts'
import { loadPlan } from '../../subscriptions/index.ts'
import { findSubscription } from '../../subscriptions/read.ts'
import { renewalMode } from '../session/findRenewalInvoice.ts'
import { planDetails } from './planDetails.ts'
import { renderBill, warningsOf } from './preview.core.ts'
import { readPayer } from './readPayer.ts'

/**
 * Previews paying the open amount of an invoice by card now, regardless of the customer's
 * collection method.
 */
export async function previewInvoicePayment(
  tx: Tx,
  scope: Scope,
  customerId: string,
  invoiceId: string,
): Promise<CheckoutPreview> {
  const { environmentId } = scope
  const payer = await readPayer(tx, scope, customerId)
  const invoice = await findInvoice(tx, environmentId, invoiceId)
  if (invoice?.customerId !== customerId) throw notFound('invoice', invoiceId)
  return {
    purpose: 'invoice_payment',
    mode: 'payment',
    ...(await renderInvoice(tx, environmentId, invoice)),
    warnings: warningsOf(
      { ...payer, collectionMethod: 'charge_automatically' },
      { amount: unpaidAmount(invoice) },
    ),
    details: {
      invoicePayment: {
        invoiceId: invoice.id,
        number: invoice.number,
        dueAt: invoice.dueAt?.toISOString() ?? null,
      },
    },
  }
}

const unpaidAmount = ({ amountDue, amountPaid }: InvoiceRecord): number => amountDue - amountPaid

/** Renders an invoice and its open amount. Fails if the invoice cannot be paid in a form. */
async function renderInvoice(tx: Tx, environmentId: string, invoice: InvoiceRecord) {
  await refuseUnlessPayableByForm(tx, { environmentId }, invoice)
  const lines = await listInvoiceLines(tx, environmentId, invoice.id)
  const { currency } = invoice
  const cents = unpaidAmount(invoice)
  return {
    currency,
    dueToday:
      cents === 0
        ? ({ kind: 'no_charge' } as const)
        : ({ kind: 'charge_now', cents, currency } as const),
    ...renderBill({ ...invoice, lines }),
  }
}

/**
 * Previews paying the open invoice of a subscription that continues unchanged or has not started
 * yet.
 */
export async function previewRenewal(
  tx: Tx,
  scope: Scope,
  customerId: string,
  invoice: InvoiceRecord,
  shown: number | undefined,
): Promise<CheckoutPreview> {
  const { environmentId } = scope
  const payer = await readPayer(tx, scope, customerId)
  const subscription = await findSubscription(tx, environmentId, invoice.subscriptionId ?? '')
  invariant(subscription, 'a subscription invoice has a subscription')
  const { id: subscriptionId, currentPeriodEnd, trialEndsAt } = subscription
  return {
    purpose: 'subscription',
    mode: renewalMode(invoice),
    ...(await renderInvoice(tx, environmentId, invoice)),
    ...(currentPeriodEnd && { schedule: { date: currentPeriodEnd.toISOString() } }),
    warnings: warningsOf(
      { ...payer, collectionMethod: 'charge_automatically' },
      { amount: unpaidAmount(invoice), shown },
    ),
    details: {
      subscription: planDetails(await loadPlan(tx, environmentId, subscription), {
        subscriptionId,
        trialEndsAt,
        nextBillingAt: currentPeriodEnd,
      }),
    },
  }
}
