import { ONE, parseAmount } from '../../../kernel/amount.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type CustomerRecord, findCustomer } from '../../customers/read.ts'
import type { BillLine } from '../bill/bill.core.ts'

/** A bill line with default values for everything except the amount. */
export const billLine = (amount: number, more: Partial<BillLine> = {}): BillLine => ({
  type: 'recurring',
  description: 'Pro',
  subscriptionId: null,
  planId: null,
  chargeId: null,
  metricId: null,
  quantity: ONE,
  unitAmount: parseAmount(amount),
  amount,
  isDiscountable: true,
  periodStart: null,
  periodEnd: null,
  ...more,
})

/** Reads the customer of a bill. */
export async function readCustomer(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<CustomerRecord> {
  const customer = await findCustomer(tx, environmentId, id)
  if (!customer) throw new Error(`no customer ${id}`)
  return customer
}
