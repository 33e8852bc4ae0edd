import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCustomer } from '../../customers/read.ts'
import type { InvoiceFollower } from '../../invoicing/index.ts'
import type { InvoiceRecord } from '../../invoicing/read.ts'
import { getEnvironment } from '../../organizations/read.ts'
import { activateSubscription } from '../begin/activateSubscription.ts'
import { abandonChange, applyPaidChange, dropStaleChange } from '../change/applyPaidChange.ts'
import { endIncomplete } from '../end/endIncomplete.ts'
import { closeSubscription } from '../end/endSubscription.ts'
import { saveSubscription, tellOfSubscription } from '../subscription/saveSubscription.ts'
import { become, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { findSubscription, listItems } from '../subscription/subscription.sql.ts'
import { listOpenInvoices } from './findOpenPayment.ts'

/** What becomes of a subscription with its invoices. Whoever calls holds the customer's lock. */
export const createInvoiceFollower = (): InvoiceFollower => ({
  dropStale: dropStaleChange,
  paid: async (tx, scope, invoice, at) => {
    if (invoice.reason === 'change') await applyPaidChange(tx, scope, invoice, at)
    const subscription = await subscriptionOf(tx, scope, invoice)
    if (subscription?.status === 'incomplete' && invoice.reason === 'start') {
      const customer = await findCustomer(tx, scope.environmentId, invoice.customerId)
      invariant(customer, 'who pays is there')
      await activateSubscription(tx, scope, { subscription, customer, now: at, isBilled: true })
    } else if (subscription?.status === 'past_due') await recover(tx, scope, subscription, at)
  },
  attemptFailed: async (tx, scope, invoice, at, isUnattended) => {
    if (invoice.reason === 'change' && !isUnattended) {
      await abandonChange(tx, scope, invoice, at)
      return
    }
    const subscription = await subscriptionOf(tx, scope, invoice)
    // What somebody tries and is told of changes nothing; one that never began goes on waiting.
    if (subscription?.status !== 'active' || !isUnattended) return
    await move(tx, scope, subscription, 'past_due', at)
  },
  givenUp: async (tx, scope, invoice, why, at) => {
    if (invoice.reason === 'change') await abandonChange(tx, scope, invoice, at)
    const subscription = await subscriptionOf(tx, scope, invoice)
    if (subscription?.status === 'incomplete' && invoice.reason === 'start') {
      if (why === 'uncollectible') throw neverBegan(invoice)
      await endIncomplete(tx, scope, subscription, at)
    } else if (subscription?.status === 'past_due') {
      const { dunningEnd } = await getEnvironment(tx, scope.environmentId)
      if (why === 'dunning_over' && dunningEnd === 'cancel') {
        const items = await listItems(tx, scope.environmentId, [subscription])
        await closeSubscription(tx, scope, { subscription, items, now: at }, at)
      } else if (why === 'void') await recover(tx, scope, subscription, at)
    }
  },
})

/** What never began is not owed, so that nobody may pay for it later. */
const neverBegan = ({ id }: InvoiceRecord): PurserError =>
  new PurserError(
    'invalid_state',
    `The invoice cannot become uncollectible: its subscription has not begun, so nothing is owed. Void it instead (POST /v1/invoices/${id}/void).`,
  )

const subscriptionOf = (
  tx: Tx,
  { environmentId }: Scope,
  { subscriptionId }: InvoiceRecord,
): Promise<SubscriptionRecord | null> =>
  subscriptionId === null
    ? Promise.resolve(null)
    : findSubscription(tx, environmentId, subscriptionId)

/** Nothing is owed any more. */
async function recover(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  at: Date,
): Promise<void> {
  const open = await listOpenInvoices(tx, scope.environmentId, subscription)
  if (open.some(({ attemptCount }) => attemptCount > 0)) return
  await move(tx, scope, subscription, 'active', at)
}

/** An add-on has the status of its subscription. */
async function move(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionRecord,
  status: 'active' | 'past_due',
  at: Date,
): Promise<void> {
  for (const item of await listItems(tx, scope.environmentId, [subscription])) {
    await saveSubscription(tx, scope, become(item, status), at)
  }
  const moved = await saveSubscription(tx, scope, become(subscription, status), at)
  await tellOfSubscription(tx, scope, status === 'past_due' ? 'past_due' : 'updated', moved)
}
