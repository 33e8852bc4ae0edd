export type CustomerKind = 'plg' | 'slg'
export type CollectionMethod = 'charge_automatically' | 'send_invoice'

/** The payment terms of a customer. `netDays` is set exactly when invoices are sent. */
export interface CustomerTerms {
  kind: CustomerKind
  collectionMethod: CollectionMethod
  netDays: number | null
}

interface TermsInput {
  kind?: CustomerKind | undefined
  collectionMethod?: CollectionMethod | undefined
  netDays?: number | null | undefined
}

const DEFAULT_NET_DAYS = 30

/**
 * Returns the terms after a change. By default, a self-serve customer (`plg`) is charged
 * automatically, and a sales-led customer (`slg`) gets invoices with 30 days to pay. A customer who
 * changes kind gets the default terms of the new kind.
 */
export function customerTerms(before: CustomerTerms | null, input: TermsInput): CustomerTerms {
  const kind = input.kind ?? before?.kind ?? 'plg'
  const termsToKeep = before?.kind === kind ? before : null
  const collectionMethod =
    input.collectionMethod ??
    termsToKeep?.collectionMethod ??
    (kind === 'slg' ? 'send_invoice' : 'charge_automatically')
  if (collectionMethod === 'charge_automatically') return { kind, collectionMethod, netDays: null }
  return {
    kind,
    collectionMethod,
    netDays: input.netDays ?? termsToKeep?.netDays ?? DEFAULT_NET_DAYS,
  }
}
