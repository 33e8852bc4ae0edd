import type { Catalog } from '../../model/catalog.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import type { Intent } from '../script/script.ts'

/** An operation on one customer; null: on one that does not exist. */
export interface Part {
  readonly customerId: string
  readonly customer: Customer | null
  readonly operation: Operation
}

/** One call of the application, and what it asks of which customers. */
export interface Request {
  readonly intent: Intent
  readonly parts: readonly Part[]
  /** What is sent, for calls whose form is more than their operation. */
  readonly events: readonly Record<string, unknown>[]
}

export interface Setting {
  readonly catalog: Catalog
  /** By their place in the script. */
  readonly customers: readonly Customer[]
  /** Null: everybody's time. */
  readonly timeOf: (customer: Customer | null) => Date
  /** Whether something may keep the provider from answering in this round. */
  readonly mayBeSilent: boolean
  /** A number for a request that is begun and answered. */
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
