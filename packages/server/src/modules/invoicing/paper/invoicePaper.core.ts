import type { endpoints, ResponseOf } from '@purser/contract'
import { isTaxed, type LineType, type TaxTerms } from '../bill/bill.core.ts'
import type { Buyer, Seller } from '../invoice/invoice.core.ts'

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

interface TaxedLine {
  readonly type: LineType
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
}

/** What the tax of an invoice was computed on, by rate. */
export function taxBreakdown(
  terms: TaxTerms | null,
  lines: readonly TaxedLine[],
): InvoicePage['taxes'] {
  const taxed = lines.filter(({ type }) => isTaxed(type))
  if (terms === null || taxed.length === 0) return []
  const { name, percentage, isInclusive } = terms
  const taxable = taxed.reduce((sum, { subtotal, discount }) => sum + subtotal - discount, 0)
  const tax = taxed.reduce((sum, line) => sum + line.tax, 0)
  return [{ name, percentage, isInclusive, taxable, tax }]
}

/** Who sells, as an invoice shows it; the address has the country in it. */
export const showSeller = ({ legalName, address, ...seller }: Seller): InvoicePage['seller'] => ({
  ...seller,
  name: legalName,
  address,
  country: null,
})

export const showBuyer = (buyer: Buyer): InvoicePage['buyer'] => ({
  name: buyer.name,
  email: buyer.email,
  address: addressLines(buyer),
  country: buyer.country,
  taxId: buyer.taxId,
})

/** Where the region stands between city and postal code, as `Reno, NV 89501`. */
const REGION_IN_LINE = ['US', 'CA', 'AU']
/** Where the postal code follows the city on a line of its own. */
const CODE_BELOW = ['GB', 'IE']

/** An address in the order of its country. */
function addressLines({ address, region, country }: Buyer): string[] {
  if (address === null) return region === null ? [] : [region]
  const { line1, line2, city, postalCode } = address
  const street = line2 === null ? [line1] : [line1, line2]
  if (REGION_IN_LINE.includes(country ?? '')) {
    return [...street, `${city}, ${region === null ? '' : `${region} `}${postalCode}`]
  }
  const ofRegion = region === null ? [] : [region]
  return CODE_BELOW.includes(country ?? '')
    ? [...street, city, ...ofRegion, postalCode]
    : [...street, `${postalCode} ${city}`, ...ofRegion]
}
