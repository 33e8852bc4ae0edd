import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { lockCustomers } from './lockCustomers.ts'
import { anonymiseCustomer } from './store.ts'

/** Forgets who the customer is; ledger and invoices, which the law wants kept, stay. */
export async function deleteCustomer(tx: Tx, scope: Scope, id: string): Promise<void> {
  await lockCustomers(sessionOf(tx), [{ environmentId: scope.environmentId, customerId: id }])
  if (!(await anonymiseCustomer(tx, scope, id))) throw notFound('customer', id)
}
