import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockInvoice } from './lockInvoice.ts'
import { markInvoiceUncollectible } from './markInvoiceUncollectible.ts'
import type { InvoiceFollower } from './markPaidIfSettled.ts'
import type { InvoiceRecord } from './read/invoices.ts'
import { voidInvoice } from './voidInvoice.ts'

/** The merchant gives an invoice up: it was never owed, or nobody will pay it. */
export async function giveUpInvoice(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  id: string,
  why: 'void' | 'uncollectible',
): Promise<InvoiceRecord> {
  const { invoice, at } = await lockInvoice(tx, scope, id)
  const giveUp = why === 'void' ? voidInvoice : markInvoiceUncollectible
  const ended = await giveUp(tx, scope, invoice, at)
  await follower.givenUp(tx, scope, ended, why, at)
  // Whoever follows it may have found that it was never owed.
  return (await lockInvoice(tx, scope, id)).invoice
}
