import type { InvoiceDetail } from '@purser/contract'
import type { Amount } from '../../../kernel/amount.ts'

export type LineType = InvoiceDetail['lineItems'][number]['type']

/** Prepaid money is taxed by what it pays for, so its top-up is not. */
export const isTaxed = (type: LineType): boolean => type !== 'topup'

/** Something that a bill asks for, priced and rounded, before discount and tax. */
export interface BillLine {
  readonly type: LineType
  readonly description: string
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly chargeId: string | null
  readonly metricId: string | null
  readonly quantity: Amount
  /** Null when tiers mix prices. */
  readonly unitAmount: Amount | null
  /**
   * Whole minor units as the catalog has the price: with the tax in it where that is inclusive.
   * Negative gives back.
   */
  readonly amount: number
  /** Whether a coupon takes something off it. */
  readonly isDiscountable: boolean
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** What a coupon takes off one bill. */
export interface Discount {
  /** As the customer typed the code. */
  readonly name: string
  readonly percentOff: number | null
  readonly amountOff: number | null
}

/** The tax that a customer pays; as it stood when the invoice was finalised. */
export interface TaxTerms {
  readonly name: string
  readonly percentage: number
  readonly isInclusive: boolean
}
