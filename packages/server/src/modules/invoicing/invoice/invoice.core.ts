import type { Customer, Invoice, organizationEndpoints, ResponseOf } from '@purser/contract'

export type InvoiceStatus = Invoice['status']

/** What may follow on what: a draft is finalised, and what was finalised is collected or given up. */
const NEXT: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['open', 'paid'],
  open: ['paid', 'void', 'uncollectible'],
  uncollectible: ['paid', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  void: [],
}

export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  NEXT[from].includes(to)

/** Whether money may come for it: one that was given up is still owed. */
export const isPayable = ({ status }: { status: InvoiceStatus }): boolean =>
  status === 'open' || status === 'uncollectible'

export type Seller = NonNullable<ResponseOf<typeof organizationEndpoints.getOrganization>['seller']>
export type Buyer = Pick<Customer, 'name' | 'email' | 'address' | 'country' | 'region' | 'taxId'>

/** Who sells and who buys, as they were when an invoice was finalised. */
export interface Parties {
  readonly seller: Seller
  readonly buyer: Buyer & Pick<Customer, 'taxExempt' | 'timezone'>
}
