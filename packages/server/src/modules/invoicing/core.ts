export type { Bill, BillLine, Discount } from './bill/bill.core.ts'
export { isPayable } from './invoice/invoice.core.ts'
