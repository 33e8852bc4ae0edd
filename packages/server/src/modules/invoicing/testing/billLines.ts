import { ONE, parseAmount } from '../../../kernel/amount.ts'
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
