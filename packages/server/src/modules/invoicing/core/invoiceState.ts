import type { Invoice } from '@purser/contract'

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
