import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FormPage } from './core/paymentState.ts'
import type { PaymentRecord } from './read/payments.ts'
import { writePage } from './store/payments.ts'

/**
 * Lets the form of a payment be a page of the provider's own, if this request has begun it: what the
 * provider may have got of it before does not change any more.
 */
export async function showOnPage(
  tx: Tx,
  { environmentId, now }: Pick<Scope, 'environmentId' | 'now'>,
  { id }: Pick<PaymentRecord, 'id'>,
  page: FormPage,
): Promise<void> {
  await writePage(tx, environmentId, { id, begunAt: now }, page)
}
