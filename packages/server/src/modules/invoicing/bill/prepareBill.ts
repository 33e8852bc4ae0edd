import { ONE, parseAmount } from '../../../kernel/amount.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readPrepaidMoney } from '../../credits/index.ts'
import { type CustomerRecord, findCustomer } from '../../customers/read.ts'
import type { TaxCalculator } from '../ports.ts'
import { type Bill, type BillLine, computeBill, type Discount, type TaxTerms } from './bill.core.ts'
import { listPendingLines, type PendingLine } from './pendingLines.sql.ts'

export interface BillRequest {
  readonly customerId: string
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
  customer: CustomerRecord
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
  const { customerId, discount, at, currency } = request
  const customer = await findCustomer(tx, environmentId, customerId)
  if (!customer) throw notFound('customer', customerId)
  const tax = await calculator.taxFor(tx, environmentId, customer)
  const pending = await pendingLinesFor(tx, environmentId, request)
  const balance = await readPrepaidMoney(tx, environmentId, { customerId, currency, at })
  const lines = [...request.lines, ...pending.map(toBillLine)]
  return { bill: computeBill({ lines, discount, tax, balance }), customer, tax, pending }
}

/** Pending lines that add up to a credit keep waiting if there is nothing else to bill. */
async function pendingLinesFor(
  tx: Tx,
  environmentId: string,
  { takesPending, lines, ...of }: BillRequest,
): Promise<PendingLine[]> {
  if (!takesPending) return []
  const pending = await listPendingLines(tx, environmentId, of)
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
