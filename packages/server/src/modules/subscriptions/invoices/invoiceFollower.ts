import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCustomer } from '../../customers/read.ts'
import type { InvoiceFollower } from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { getEnvironment } from '../../organizations/read.ts'
import { activateSubscription } from '../begin/activateSubscription.ts'
import { abandonChange, abandonStaleChange, applyPaidChange } from '../change/applyPaidChange.ts'
import { endIncomplete } from '../end/endIncomplete.ts'
import { endWithoutInvoice } from '../end/endSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'
import { findSubscription, listItems } from '../subscription/subscription.sql.ts'
import { listOpenInvoices } from './findOpenSubscriptionPayment.ts'

/**
 * Updates subscriptions when an invoice is paid, a payment attempt fails or collection ends. The
 * caller holds the customer's lock.
 */
export const createInvoiceFollower = (): InvoiceFollower => ({
  dropStale: abandonStaleChange,
  paid: async (tx, scope, invoice, at) => {
    if (invoice.reason === 'change') await applyPaidChange(tx, scope, invoice, at)
    const subscription = await findSubscriptionOfInvoice(tx, scope, invoice)
    if (subscription?.status === 'incomplete' && invoice.reason === 'start') {
      const customer = await findCustomer(tx, scope.environmentId, invoice.customerId)
      invariant(customer, 'an invoice has a customer')
      await activateSubscription(tx, scope, { subscription, customer, now: at, isBilled: true })
    } else if (subscription?.status === 'past_due')
      await recoverFromPastDue(tx, scope, subscription, at)
  },
  attemptFailed: async (tx, scope, invoice, at, isUnattended) => {
    if (invoice.reason === 'change' && !isUnattended) {
      await abandonChange(tx, scope, invoice, at)
      return
    }
    const subscription = await findSubscriptionOfInvoice(tx, scope, invoice)
    // A failed attempt by the customer, who sees the result, does not make the subscription past
    // due. A subscription that has not started keeps waiting.
    if (subscription?.status !== 'active' || !isUnattended) return
    await changeStatus(tx, scope, subscription, 'past_due', at)
  },
  givenUp: async (tx, scope, invoice, why, at) => {
    if (invoice.reason === 'change') await abandonChange(tx, scope, invoice, at)
    const subscription = await findSubscriptionOfInvoice(tx, scope, invoice)
    if (subscription?.status === 'incomplete' && invoice.reason === 'start') {
      if (why === 'uncollectible') throw notStartedError(invoice)
      await endIncomplete(tx, scope, subscription, at)
    } else if (subscription?.status === 'past_due') {
      const { dunningEnd } = await getEnvironment(tx, scope.environmentId)
      if (why === 'dunning_over' && dunningEnd === 'cancel') {
        const items = await listItems(tx, scope.environmentId, [subscription])
        await endWithoutInvoice(tx, scope, { subscription, items, now: at }, at)
      } else if (why === 'void') await recoverFromPastDue(tx, scope, subscription, at)
    }
  },
})

/**
 * Nothing is owed for a subscription that has not started. Its invoice must be voided, so that it
 * cannot be paid later.
 */
const notStartedError = ({ id }: InvoiceRecord): PurserError =>
  new PurserError(
    'invalid_state',
    `The invoice cannot become uncollectible: its subscription has not started, so nothing is owed. Void it instead (POST /v1/invoices/${id}/void).`,
  )

const findSubscriptionOfInvoice = (
  tx: Tx,
  { environmentId }: Scope,
  { subscriptionId }: InvoiceRecord,
): Promise<SubscriptionRecord | null> =>
  subscriptionId === null
    ? Promise.resolve(null)
    : findSubscription(tx, environmentId, subscriptionId)

/**
 * Reactivates a past-due subscription unless another invoice with a failed attempt is still open.
 */
async function recoverFromPastDue(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  at: Date,
): Promise<void> {
  const openInvoices = await listOpenInvoices(tx, scope.environmentId, subscription)
  if (openInvoices.some(({ attemptCount }) => attemptCount > 0)) return
  await changeStatus(tx, scope, subscription, 'active', at)
}

/** Moves the subscription and its add-ons to a status. */
async function changeStatus(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  status: 'active' | 'past_due',
  at: Date,
): Promise<void> {
  for (const item of await listItems(tx, scope.environmentId, [subscription])) {
    await saveSubscription(tx, scope, withStatus(item, status), at)
  }
  const saved = await saveSubscription(tx, scope, withStatus(subscription, status), at)
  await emitSubscriptionEvent(tx, scope, status === 'past_due' ? 'past_due' : 'updated', saved)
}
