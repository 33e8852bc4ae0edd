export {
  findInvoice,
  type InvoiceRecord,
  listInvoices,
} from './invoice/invoice.sql.ts'
export {
  listInvoiceLines,
  listPrepaidLines,
  listUsageLines,
  type PrepaidLine,
} from './invoice/invoiceLines.sql.ts'
