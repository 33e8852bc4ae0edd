import { ONE, parseAmount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readPrepaidMoney } from '../../credits/index.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import type { TaxCalculator } from '../ports.ts'
import type { TaxTerms } from '../tax/lineTax.core.ts'
import { type Bill, type BillLine, computeBill } from './bill.core.ts'
import type { Discount } from './discount.core.ts'
import { listPendingLines, type PendingLine } from './pendingLines.sql.ts'

export interface BillRequest {
  /** To issue an invoice, pass the customer as it was read under the lock. */
  readonly customer: CustomerRecord
  readonly currency: string
  readonly lines: readonly BillLine[]
  readonly discount: Discount | null
  /** True if the bill includes the customer's pending lines. */
  readonly takesPending: boolean
  /** The customer's time. */
  readonly at: Date
}

/** A bill together with the data it was computed from. */
export interface DraftedBill {
  bill: Bill
  tax: TaxTerms | null
  pending: readonly PendingLine[]
}

/** Computes a bill without writing anything, so that a preview shows what will be charged. */
export const prepareBill = async (
  tx: Tx,
  tax: TaxCalculator,
  scope: Scope,
  request: BillRequest,
): Promise<Bill> => (await draftBill(tx, tax, scope, request)).bill

export async function draftBill(
  tx: Tx,
  calculator: TaxCalculator,
  { environmentId }: Scope,
  request: BillRequest,
): Promise<DraftedBill> {
  const { customer, discount, at, currency } = request
  const customerId = customer.id
  const tax = await calculator.taxFor(tx, environmentId, customer)
  const pending = await pendingLinesFor(tx, environmentId, request)
  const balance = await readPrepaidMoney(tx, environmentId, { customerId, currency, at })
  const lines = [...request.lines, ...pending.map(toBillLine)]
  return { bill: computeBill({ lines, discount, tax, balance }), tax, pending }
}

/** Pending lines that add up to a credit keep waiting if there is nothing else to bill. */
async function pendingLinesFor(
  tx: Tx,
  environmentId: string,
  { customer, currency, takesPending, lines }: BillRequest,
): Promise<PendingLine[]> {
  if (!takesPending) return []
  const pending = await listPendingLines(tx, environmentId, { customerId: customer.id, currency })
  const sum = pending.reduce((total, { amount }) => total + amount, 0)
  return sum <= 0 && lines.every(({ amount }) => amount === 0) ? [] : pending
}

const toBillLine = (line: PendingLine): BillLine => ({
  type: line.type,
  description: line.description,
  subscriptionId: line.subscriptionId,
  planId: null,
  chargeId: null,
  metricId: null,
  quantity: ONE,
  unitAmount: parseAmount(line.amount),
  amount: line.amount,
  isDiscountable: false,
  periodStart: null,
  periodEnd: null,
})
