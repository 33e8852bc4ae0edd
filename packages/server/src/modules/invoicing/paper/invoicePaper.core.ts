import type { endpoints, ResponseOf } from '@purser/contract'
import type { Buyer, LineType, Seller } from '../invoice/invoice.core.ts'
import { isTaxed, type TaxTerms } from '../tax/lineTax.core.ts'

export type InvoicePage = ResponseOf<(typeof endpoints)['getInvoicePage']>

/** The data of a printed invoice: its page, and the fields that only the PDF shows. */
export interface InvoicePaper {
  readonly page: InvoicePage
  /** The coupon's code, if a discount applies. */
  readonly discountName: string | null
  /** When the invoice became void or uncollectible. */
  readonly endedAt: string | null
  /** The customer's timezone, used for dates. */
  readonly timezone: string
  readonly isTaxExempt: boolean
}

interface TaxedLine {
  readonly type: LineType
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
}

/** The tax of an invoice and its taxable amount, by rate. */
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

/** The seller's address lines already contain the country. */
export const renderSeller = ({ legalName, address, ...seller }: Seller): InvoicePage['seller'] => ({
  ...seller,
  name: legalName,
  address,
  country: null,
})

export const renderBuyer = (buyer: Buyer): InvoicePage['buyer'] => ({
  name: buyer.name,
  email: buyer.email,
  address: addressLines(buyer),
  country: buyer.country,
  taxId: buyer.taxId,
})

/** Countries that write the region between city and postal code, as in `Reno, NV 89501`. */
const REGION_IN_LINE = ['US', 'CA', 'AU']
/** Countries that write the postal code on a separate line below the city. */
const CODE_BELOW = ['GB', 'IE']

/** Formats an address in the order of its country. */
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
