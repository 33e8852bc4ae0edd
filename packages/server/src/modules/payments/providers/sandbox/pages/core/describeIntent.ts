import { currencyScale, renderAmount } from '@purser/contract'
import type { IntentView } from './intentView.ts'

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
