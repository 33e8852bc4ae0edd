import { renderMoney } from '@purser/contract'

/** The part of an intent that a page may see, without ids and secrets. */
export interface IntentView {
  readonly kind: 'setup' | 'payment'
  /** `failed` is an off-session charge that has ended. */
  readonly status: 'requires_method' | 'requires_challenge' | 'succeeded' | 'failed' | 'canceled'
  /** For example `$10.00`; null if nothing is charged. */
  readonly amount: string | null
  readonly description: string | null
  readonly merchantName: string
  /** The card that waits for its challenge. */
  readonly card: { readonly brand: string; readonly last4: string } | null
  readonly lastError: { readonly code: string; readonly message: string } | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  /** The server's time, which decides whether a card has expired. */
  readonly now: string
}

/** The input: an intent of `SandboxForms`, which has more fields. */
interface Intent extends Omit<IntentView, 'amount' | 'now'> {
  readonly amount: number | null
  readonly currency: string | null
}

/** Copies field by field, so that new fields of an intent do not reach browsers by accident. */
export const describeIntent = (intent: Intent, now: Date): IntentView => ({
  kind: intent.kind,
  status: intent.status,
  amount:
    intent.amount === null || intent.currency === null
      ? null
      : renderMoney(intent.amount, intent.currency),
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
