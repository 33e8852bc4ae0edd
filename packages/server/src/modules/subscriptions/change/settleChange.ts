import type { SettlementOutcome } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  type Billing,
  type BillRequest,
  createInvoicePayment,
  type InvoiceRequest,
  issueInvoice,
} from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { type ChangeRecord, insertChange } from './changes.sql.ts'

/** The outcome, or the id of the payment that it depends on. */
export type ChangeResult = { ticket: string } | { answer: SettlementOutcome }

interface Settlement extends Pick<ChangeRecord, 'kind' | 'terms'> {
  /** The bill of the change. Null if it bills nothing. */
  readonly request: (BillRequest & Pick<InvoiceRequest, 'periodStart' | 'periodEnd'>) | null
  /** Makes the customer pay in a form even if a payment method is on file. */
  readonly forceForm?: boolean | undefined
  /** Applies the change. */
  readonly apply: () => Promise<unknown>
}

/**
 * Bills a change. The change takes effect immediately if nothing is due by card. Otherwise it waits
 * for its invoice to be paid, and the subscription stays unchanged until then.
 */
export async function settleChange(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { customer, subscription, now }: LoadedSubscription,
  { kind, terms, request, forceForm = false, apply }: Settlement,
): Promise<ChangeResult> {
  const billedSubscription = { id: subscription.id, collectionMethod: customer.collectionMethod }
  const invoice =
    request && (await issueChangeInvoice(tx, billing, scope, billedSubscription, request))
  if (invoice?.status !== 'open' || invoice.collectionMethod === 'send_invoice') {
    await apply()
    return { answer: appliedOutcome(subscription, invoice) }
  }
  await insertChange(tx, scope, customer.id, {
    id: newIdInBucket('subscriptionChange', bucketOf(scope.environmentId, customer.id)),
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
    kind,
    terms,
    status: 'waiting',
    createdAt: now,
  })
  const method = forceForm ? null : await findDefaultMethod(tx, scope.environmentId, customer.id)
  const payment = await createInvoicePayment(tx, billing.providers, scope, {
    invoice,
    method,
    at: now,
  })
  return { ticket: payment.id }
}

/** Issues the invoice of a change. Returns null if there is nothing to bill. */
export const issueChangeInvoice = (
  tx: Tx,
  { tax }: Pick<Billing, 'tax'>,
  scope: Scope,
  { id: subscriptionId, collectionMethod }: Pick<SubscriptionRecord, 'id' | 'collectionMethod'>,
  request: NonNullable<Settlement['request']>,
): Promise<InvoiceRecord | null> =>
  issueInvoice(tx, tax, scope, {
    ...request,
    subscriptionId,
    reason: 'change',
    cycleStart: null,
    collectionMethod,
  })

function appliedOutcome(
  { id: subscriptionId, trialEndsAt }: SubscriptionRecord,
  invoice: InvoiceRecord | null,
): SettlementOutcome {
  if (invoice?.status === 'open') {
    const { id: invoiceId, total: lineAmount, currency } = invoice
    return { kind: 'invoice_added', lineAmount, currency, invoiceId, subscriptionId, grantId: null }
  }
  return {
    kind: 'created_no_charge',
    subscriptionId,
    invoiceId: invoice?.id ?? null,
    trialEndsAt: trialEndsAt?.toISOString() ?? null,
  }
}
