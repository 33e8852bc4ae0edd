export {
  listInvoiceLines,
  listPrepaidLines,
  listUsageLines,
  type PrepaidLine,
} from './read/invoiceLines.ts'
export {
  findInvoice,
  type InvoiceRecord,
  listInvoices,
} from './read/invoices.ts'
export { owesMoney } from './read/owesMoney.ts'
