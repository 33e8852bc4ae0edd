import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { type CustomerRecord, findCustomer, readCustomerSnapshots } from '../../customers/read.ts'
import { findDefaultMethod, type PaymentMethodRecord } from '../../payments/read.ts'
import type { Payer } from './preview.core.ts'

export interface FoundPayer extends Payer {
  readonly customer: CustomerRecord
  readonly method: PaymentMethodRecord | null
  /** The customer's current time. */
  readonly at: Date
}

export async function readPayer(tx: Tx, scope: Scope, customerId: string): Promise<FoundPayer> {
  const { environmentId } = scope
  const [state] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  const customer = state && (await findCustomer(tx, environmentId, customerId))
  if (!customer) throw notFound('customer', customerId)
  const method = await findDefaultMethod(tx, environmentId, customerId)
  const { collectionMethod, netDays } = customer
  const at = currentTimeOf(state, scope.now)
  return { customer, method, at, collectionMethod, netDays, hasMethod: method !== null }
}
