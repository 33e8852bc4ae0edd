export {
  findInvoice,
  type InvoiceRecord,
  listInvoices,
} from './invoice/invoice.sql.ts'
export {
  type LineBilledAhead,
  listInvoiceLines,
  listLinesBilledAhead,
  listUsageLines,
} from './invoice/invoiceLines.sql.ts'
