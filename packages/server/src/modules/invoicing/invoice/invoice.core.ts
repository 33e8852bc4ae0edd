import type {
  Customer,
  Invoice,
  InvoiceDetail,
  organizationEndpoints,
  ResponseOf,
} from '@purser/contract'

export type InvoiceStatus = Invoice['status']
export type LineType = InvoiceDetail['lineItems'][number]['type']

/** Allowed status changes. */
const NEXT_STATUSES: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['open', 'paid'],
  open: ['paid', 'void', 'uncollectible'],
  uncollectible: ['paid', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  void: [],
}

export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  NEXT_STATUSES[from].includes(to)

/** Returns whether the invoice accepts payments. An uncollectible invoice is still owed. */
export const isPayable = ({ status }: { status: InvoiceStatus }): boolean =>
  status === 'open' || status === 'uncollectible'

export type Seller = NonNullable<ResponseOf<typeof organizationEndpoints.getOrganization>['seller']>
export type Buyer = Pick<Customer, 'name' | 'email' | 'address' | 'country' | 'region' | 'taxId'>

/** Seller and buyer as they were when the invoice was finalized. */
export interface Parties {
  readonly seller: Seller
  readonly buyer: Buyer & Pick<Customer, 'taxExempt' | 'timezone'>
}
