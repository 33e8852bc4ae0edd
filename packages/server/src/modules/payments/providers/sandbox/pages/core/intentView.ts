/** What a page may know of an intent: neither its ids nor its secret. */
export interface IntentView {
  readonly kind: 'setup' | 'payment'
  /** `failed` is a charge of a saved card that is over. */
  readonly status: 'requires_method' | 'requires_challenge' | 'succeeded' | 'failed' | 'canceled'
  /** Such as `$10.00`; null when nothing is charged. */
  readonly amount: string | null
  readonly description: string | null
  readonly merchantName: string
  /** The card that waits for its challenge. */
  readonly card: { readonly brand: string; readonly last4: string } | null
  readonly lastError: { readonly code: string; readonly message: string } | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  /** The server's time, in which a card expires. */
  readonly now: string
}
