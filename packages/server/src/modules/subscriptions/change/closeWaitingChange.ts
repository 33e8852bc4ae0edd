import type { Clock } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { type Billing, cancelOpenPayment, settleInvoicePayment } from '../../invoicing/index.ts'
import { findInvoice, type InvoiceRecord } from '../../invoicing/read.ts'
import { readScope } from '../../organizations/read.ts'
import { hasEnded } from '../../payments/core.ts'
import { listPaymentsOfInvoice, type PaymentRecord } from '../../payments/read.ts'
import { lockSubscription } from '../subscription/lockSubscription.ts'
import { abandonChange } from './applyPaidChange.ts'
import { findWaitingChange, listOverdueChanges, type OverdueChange } from './changes.sql.ts'

/**
 * Closes a change that has waited long enough. It cancels the payment at the provider first. If
 * that payment had already succeeded, the change is applied instead. Returns false if the provider
 * does not answer, so that the change keeps waiting.
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
    await settleInvoicePayment(
      billing,
      scope,
      payment,
      await cancelOpenPayment(billing, scope, payment),
    )
  }
  return withTransaction(db, async (tx) => {
    const { now } = await lockSubscription(tx, scope, subscriptionId)
    const stillWaiting = await readWaitingChange(tx, scope, subscriptionId)
    if (!stillWaiting) return true
    if (stillWaiting.payment) return false
    return abandonChange(tx, scope, stillWaiting.invoice, now)
  })
}

/** Reads the invoice of a waiting change and its open payment. */
async function readWaitingChange(
  tx: Tx,
  { environmentId }: Scope,
  subscriptionId: string,
): Promise<{ invoice: InvoiceRecord; payment: PaymentRecord | null } | null> {
  const change = await findWaitingChange(tx, environmentId, subscriptionId)
  if (!change) return null
  const invoice = await findInvoice(tx, environmentId, change.invoiceId)
  invariant(invoice, 'a waiting change has an invoice')
  const { id, customerId } = invoice
  const payments = await listPaymentsOfInvoice(tx, environmentId, customerId, id)
  return { invoice, payment: payments.find(({ status }) => !hasEnded(status)) ?? null }
}

/** Closes changes that were not paid within a day. */
export async function sweepWaitingChanges(billing: Billing, clock: Clock): Promise<void> {
  await workThrough<OverdueChange>(
    'waiting changes',
    (last) => listOverdueChanges(billing.db, clock.now(), last),
    async ({ environmentId, subscriptionId }) => {
      const scope = await readScope(billing.db, environmentId, clock.now())
      await closeWaitingChange(billing, scope, subscriptionId)
    },
  )
}
