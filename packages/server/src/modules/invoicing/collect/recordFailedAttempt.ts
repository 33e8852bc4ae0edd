import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { getEnvironment } from '../../organizations/read.ts'
import {
  type InvoiceRecord,
  renderInvoice,
  setFirstFailureOnce,
  writeInvoiceState,
} from '../invoice/invoice.sql.ts'
import type { InvoiceFollower } from '../ports.ts'
import { nextCollectionAt } from './dunning.core.ts'

/**
 * Records a failed automatic charge of an open invoice and schedules the next attempt. After the
 * last attempt, the environment's `dunningEnd` decides whether the invoice stays open or becomes
 * uncollectible. The caller holds the customer's lock.
 */
export async function recordFailedAttempt(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  invoice: InvoiceRecord,
  why: { errorCode: string | null; errorMessage: string | null },
  at: Date,
): Promise<void> {
  const { environmentId } = scope
  const { customerId } = invoice
  const attemptCount = invoice.attemptCount + 1
  const firstFailedAt = await setFirstFailureOnce(tx, environmentId, invoice, at)
  const nextAttemptAt = nextCollectionAt(attemptCount, firstFailedAt, at)
  const isOver = nextAttemptAt === null
  const { dunningEnd } = await getEnvironment(tx, environmentId)
  const updated: InvoiceRecord = {
    ...invoice,
    ...(isOver && dunningEnd === 'uncollectible' && { status: 'uncollectible', endedAt: at }),
    attemptCount,
    nextAttemptAt,
    updatedAt: at,
  }
  await writeInvoiceState(tx, environmentId, updated)
  await emitEvent(tx, scope, {
    type: 'invoice.payment_failed',
    customerId,
    data: { ...renderInvoice(updated), ...why },
  })
  await follower.attemptFailed(tx, scope, updated, at, true)
  if (isOver) await follower.givenUp(tx, scope, updated, 'dunning_over', at)
}
