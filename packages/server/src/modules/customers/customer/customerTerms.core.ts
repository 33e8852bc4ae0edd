export type CustomerKind = 'plg' | 'slg'
export type CollectionMethod = 'charge_automatically' | 'send_invoice'

/** How a customer pays: invoices have days to pay, charges have none. */
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
 * The terms after a change. A self-serve customer is charged automatically and a sales-led one is
 * sent invoices with 30 days to pay, unless said otherwise; moving a customer to the other kind
 * moves it to that kind's terms.
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
