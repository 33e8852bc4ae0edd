import type { Customer, organizationEndpoints, ResponseOf } from '@purser/contract'
import type { InvoicePage } from './invoicePaper.ts'

type Seller = NonNullable<ResponseOf<typeof organizationEndpoints.getOrganization>['seller']>
type Buyer = Pick<Customer, 'name' | 'email' | 'address' | 'country' | 'region' | 'taxId'>

/** Who sells and who buys, as they were when an invoice was finalised. */
export interface Parties {
  readonly seller: Seller
  readonly buyer: Buyer & Pick<Customer, 'taxExempt' | 'timezone'>
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
