import type { Catalog } from '../../model/catalog.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import type { Intent } from '../script/script.ts'

/** An operation on one customer. If `customer` is null, the customer is unknown. */
export interface Part {
  readonly customerId: string
  readonly customer: Customer | null
  readonly operation: Operation
}

/** One call of the application and the operations it consists of. */
export interface Request {
  readonly intent: Intent
  readonly parts: readonly Part[]
  /** The events to send, for calls with more fields than their operations. */
  readonly events: readonly Record<string, unknown>[]
}

export interface Setting {
  readonly catalog: Catalog
  /** In the order of the script. */
  readonly customers: readonly Customer[]
  /** The customer's time, or the server's time for null. */
  readonly timeOf: (customer: Customer | null) => Date
  /** True if the provider may not respond in this round. */
  readonly mayNotRespond: boolean
  /** Returns the number of the next request that has a separate start and response. */
  readonly nextFlow: () => number
}

export const partOf = (customer: Customer, operation: Operation): Part => ({
  customerId: customer.id,
  customer,
  operation,
})

export function findBySlug<T extends { slug: string }>(items: readonly T[], slug: string): T {
  const item = items.find((candidate) => candidate.slug === slug)
  if (!item) throw new Error(`the catalog has no ${slug}`)
  return item
}
