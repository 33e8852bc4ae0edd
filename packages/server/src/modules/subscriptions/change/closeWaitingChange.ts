import type { Clock } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { type Billing, endPayment, settleInvoicePayment } from '../../invoicing/index.ts'
import { findInvoice, type InvoiceRecord } from '../../invoicing/read.ts'
import { scopeOf } from '../../organizations/read.ts'
import { hasEnded } from '../../payments/index.ts'
import { listPaymentsOfInvoice, type PaymentRecord } from '../../payments/read.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { abandonChange } from './applyPaidChange.ts'
import { findWaitingChange, listOverdueChanges, type OverdueChange } from './changes.sql.ts'

/**
 * Ends a change that has waited long enough. Its payment is ended at the provider first; should it
 * turn out to have gone through, the change comes into force instead. Returns whether nothing waits
 * any more: while the provider does not say, the change goes on waiting.
 */
export async function closeWaitingChange(
  billing: Billing,
  scope: Scope,
  subscriptionId: string,
): Promise<boolean> {
  const { db } = billing
  const waitingChange = await withTransaction(
    db,
    (tx) => readWaitingChange(tx, scope, subscriptionId),
    'read',
  )
  if (!waitingChange) return true
  const { payment } = waitingChange
  if (payment) {
    await settleInvoicePayment(billing, scope, payment, await endPayment(billing, scope, payment))
  }
  return withTransaction(db, async (tx) => {
    const { now } = await lockSubscription(tx, scope, subscriptionId)
    const stillWaiting = await readWaitingChange(tx, scope, subscriptionId)
    if (!stillWaiting) return true
    if (stillWaiting.payment) return false
    return abandonChange(tx, scope, stillWaiting.invoice, now)
  })
}

/** The invoice that a change waits for and the payment of it that is under way. */
async function readWaitingChange(
  tx: Tx,
  { environmentId }: Scope,
  subscriptionId: string,
): Promise<{ invoice: InvoiceRecord; payment: PaymentRecord | null } | null> {
  const change = await findWaitingChange(tx, environmentId, subscriptionId)
  if (!change) return null
  const invoice = await findInvoice(tx, environmentId, change.invoiceId)
  invariant(invoice, 'a change that waits has its invoice')
  const { id, customerId } = invoice
  const payments = await listPaymentsOfInvoice(tx, environmentId, customerId, id)
  return { invoice, payment: payments.find(({ status }) => !hasEnded(status)) ?? null }
}

/** Ends changes whose payment nobody has made within a day, or before the period was over. */
export async function sweepWaitingChanges(billing: Billing, clock: Clock): Promise<void> {
  await workThrough<OverdueChange>(
    'changes that wait',
    (last) => listOverdueChanges(billing.db, clock.now(), last),
    async ({ environmentId, subscriptionId }) => {
      const scope = await scopeOf(billing.db, environmentId, clock.now())
      await closeWaitingChange(billing, scope, subscriptionId)
    },
  )
}
