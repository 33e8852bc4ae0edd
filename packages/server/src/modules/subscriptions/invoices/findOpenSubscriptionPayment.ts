import type { Tx } from '../../../platform/db/database.ts'
import { type InvoiceRecord, listInvoices } from '../../invoicing/read.ts'
import { hasEnded } from '../../payments/core.ts'
import { listPaymentsOfInvoice, type PaymentRecord } from '../../payments/read.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

const PAGE = { limit: 100, after: null }

/** Lists a subscription's open invoices, newest first. */
export const listOpenInvoices = (
  tx: Tx,
  environmentId: string,
  { id, customerId }: Pick<SubscriptionRecord, 'id' | 'customerId'>,
): Promise<InvoiceRecord[]> =>
  listInvoices(tx, environmentId, { customerId, subscriptionId: id, status: 'open' }, PAGE)

/** True if an open invoice of the subscription is partly paid. */
export const isPartlyPaid = async (
  tx: Tx,
  environmentId: string,
  subscription: Pick<SubscriptionRecord, 'id' | 'customerId'>,
): Promise<boolean> =>
  (await listOpenInvoices(tx, environmentId, subscription)).some(({ amountPaid }) => amountPaid > 0)

/** Finds the payment that is in progress for a subscription. */
export async function findOpenSubscriptionPayment(
  tx: Tx,
  environmentId: string,
  subscription: Pick<SubscriptionRecord, 'id' | 'customerId'>,
): Promise<PaymentRecord | null> {
  for (const { id } of await listOpenInvoices(tx, environmentId, subscription)) {
    const payments = await listPaymentsOfInvoice(tx, environmentId, subscription.customerId, id)
    const openPayment = payments.find(({ status }) => !hasEnded(status))
    if (openPayment) return openPayment
  }
  return null
}
