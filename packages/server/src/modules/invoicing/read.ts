export {
  findInvoice,
  type InvoiceRecord,
  listInvoices,
  owesMoney,
} from './invoice/invoice.sql.ts'
export {
  listInvoiceLines,
  listPrepaidLines,
  listUsageLines,
  type PrepaidLine,
} from './invoice/invoiceLines.sql.ts'
