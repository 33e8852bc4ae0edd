import type { endpoints, ResponseOf } from '@purser/contract'

export type InvoicePage = ResponseOf<(typeof endpoints)['getInvoicePage']>

/** What is needed to print an invoice: its page, and what only stands on paper. */
export interface InvoicePaper {
  readonly page: InvoicePage
  /** The coupon's code, if one took something off. */
  readonly discountName: string | null
  /** When it was voided or given up. */
  readonly endedAt: string | null
  /** The customer's, in which dates are shown. */
  readonly timezone: string
  readonly isTaxExempt: boolean
}
