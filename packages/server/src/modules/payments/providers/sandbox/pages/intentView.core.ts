import { currencyScale, renderAmount } from '@purser/contract'

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

/** An intent as the forms know it, of which a page needs less. */
interface Intent extends Omit<IntentView, 'amount' | 'now'> {
  readonly amount: number | null
  readonly currency: string | null
}

/** Picks field by field: what is added to an intent does not reach browsers by itself. */
export const describeIntent = (intent: Intent, now: Date): IntentView => ({
  kind: intent.kind,
  status: intent.status,
  amount:
    intent.amount === null || intent.currency === null
      ? null
      : renderAmount(intent.amount, {
          denomination: intent.currency,
          minorUnitScale: currencyScale(intent.currency) ?? 2,
        }),
  description: intent.description,
  merchantName: intent.merchantName,
  card: intent.card && { brand: intent.card.brand, last4: intent.card.last4 },
  lastError: intent.lastError && {
    code: intent.lastError.code,
    message: intent.lastError.message,
  },
  successUrl: intent.successUrl,
  cancelUrl: intent.cancelUrl,
  now: now.toISOString(),
})
