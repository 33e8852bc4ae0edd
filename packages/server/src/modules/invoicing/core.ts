export type { Bill, BillLine } from './bill/bill.core.ts'
export type { Discount } from './bill/discount.core.ts'
export { isPayable } from './invoice/invoice.core.ts'
