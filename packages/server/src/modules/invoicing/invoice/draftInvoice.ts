import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { payInvoiceFromWallets } from '../../credits/index.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import { getEnvironment } from '../../organizations/read.ts'
import { appendPendingLine } from '../bill/appendPendingLine.ts'
import type { BilledLine } from '../bill/bill.core.ts'
import { assignPendingLines } from '../bill/pendingLines.sql.ts'
import { type BillRequest, type DraftedBill, draftBill } from '../bill/prepareBill.ts'
import type { TaxCalculator } from '../ports.ts'
import type { Parties } from './invoice.core.ts'
import type { InvoiceRecord } from './invoice.sql.ts'

export interface InvoiceRequest extends BillRequest {
  readonly subscriptionId: string | null
  readonly reason: InvoiceRecord['reason']
  /** The start of the billing period that this invoice opens, if any. */
  readonly cycleStart: Date | null
  readonly collectionMethod: InvoiceRecord['collectionMethod']
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** An invoice that has no number yet and is not stored. */
export interface InvoiceDraft {
  readonly invoice: InvoiceRecord
  readonly parties: Parties
  readonly lines: readonly BilledLine[]
}

/**
 * Drafts an invoice and takes the pending lines and prepaid money that it uses. The caller
 * finalizes the draft in the same transaction, under the customer's lock. Returns null if there is
 * nothing to bill.
 */
export async function draftInvoice(
  tx: Tx,
  tax: TaxCalculator,
  scope: Scope,
  request: InvoiceRequest,
): Promise<InvoiceDraft | null> {
  const draft = await draftBill(tx, tax, scope, request)
  const { lines } = draft.bill
  if (lines.length === 0) return null
  const invoice = invoiceOf(scope, request, draft)
  const parties = await currentParties(tx, scope, request.customer)
  await applyDraft(tx, scope, invoice, draft)
  return { invoice, parties, lines }
}

const DEFAULT_NET_DAYS = 30

function invoiceOf(
  { environmentId }: Scope,
  request: InvoiceRequest,
  { bill, tax }: DraftedBill,
): InvoiceRecord {
  const { customer, at, collectionMethod } = request
  const customerId = customer.id
  const netDays = collectionMethod === 'send_invoice' ? (customer.netDays ?? DEFAULT_NET_DAYS) : 0
  return {
    id: newIdInBucket('invoice', bucketOf(environmentId, customerId)),
    number: null,
    customerId,
    subscriptionId: request.subscriptionId,
    reason: request.reason,
    cycleStart: request.cycleStart,
    status: 'draft',
    collectionMethod,
    currency: request.currency,
    subtotal: bill.subtotal,
    discount: bill.discount,
    creditsApplied: bill.creditsApplied,
    tax: bill.tax,
    total: bill.total,
    amountDue: bill.total,
    amountPaid: 0,
    amountRefunded: 0,
    discountName: bill.discount > 0 ? (request.discount?.name ?? null) : null,
    taxTerms: tax,
    periodStart: request.periodStart,
    periodEnd: request.periodEnd,
    issuedAt: null,
    dueAt: new Date(at.getTime() + netDays * DAY_MS),
    paidAt: null,
    endedAt: null,
    nextAttemptAt: null,
    attemptCount: 0,
    createdAt: at,
    updatedAt: at,
  }
}

/** Takes prepaid money and pending lines, and stores the amount carried over. */
async function applyDraft(
  tx: Tx,
  scope: Scope,
  { id: invoiceId, customerId, currency, creditsApplied, createdAt: at }: InvoiceRecord,
  { bill, pending }: DraftedBill,
): Promise<void> {
  if (creditsApplied > 0) {
    const amount = creditsApplied
    await payInvoiceFromWallets(tx, scope, { customerId, currency, invoiceId, amount, at })
  }
  const lineIds = pending.map(({ id }) => id)
  if (lineIds.length > 0) {
    await assignPendingLines(tx, scope.environmentId, customerId, lineIds, invoiceId)
  }
  if (bill.carried > 0) {
    await appendPendingLine(tx, scope, {
      customerId,
      subscriptionId: null,
      source: invoiceId,
      type: 'proration',
      description: 'Carried over from the last invoice',
      amount: -bill.carried,
      currency,
      createdAt: at,
    })
  }
}

/** Reads the seller and buyer as they are now, because the invoice keeps them. */
async function currentParties(
  tx: Tx,
  { environmentId }: Scope,
  customer: CustomerRecord,
): Promise<Parties> {
  const { seller, name } = await getEnvironment(tx, environmentId)
  return {
    seller: seller ?? { legalName: name, address: [], taxId: null, email: null, footer: null },
    buyer: {
      name: customer.name,
      email: customer.email,
      address: customer.address,
      country: customer.country,
      region: customer.region,
      taxId: customer.taxId,
      taxExempt: customer.taxExempt,
      timezone: customer.timezone,
    },
  }
}
