import { currencyScale } from '@purser/contract'

/**
 * Decimal places that Stripe reckons a currency in, where they are not those of ISO 4217: króna and
 * Ugandan shilling have no fraction any more but are still sent in hundredths, and the ariary is
 * sent whole. The forint and the Taiwan dollar are whole in payouts only, so they are not here.
 */
const STRIPE_SCALES: Readonly<Record<string, number>> = { isk: 2, ugx: 2, mga: 0 }

/** Of three decimals Stripe can charge two: the last digit must be a zero. */
const THREE_DECIMAL_STEP = 10

export type StripeAmount = { readonly amount: number } | { readonly problem: string }

/** Our minor units as Stripe's, or why Stripe cannot charge them. */
export function toStripeAmount(amount: number, currency: string): StripeAmount {
  const scales = scalesOf(currency)
  if (!scales) return { problem: `Stripe does not take the currency "${currency}".` }
  const { ours, theirs } = scales
  const step = ours > theirs ? 10 ** (ours - theirs) : ours === 3 ? THREE_DECIMAL_STEP : 1
  if (amount % step !== 0) {
    return {
      problem: `Stripe takes ${currency} in steps of ${step} minor units only, so ${amount} cannot be charged.`,
    }
  }
  const converted = theirs > ours ? amount * 10 ** (theirs - ours) : amount / 10 ** (ours - theirs)
  return Number.isSafeInteger(converted) && converted > 0
    ? { amount: converted }
    : { problem: `Stripe cannot charge ${amount} minor units of ${currency}.` }
}

/** Stripe's minor units as ours. */
export function fromStripeAmount(amount: number, currency: string): number {
  const scales = scalesOf(currency)
  if (!scales) return amount
  const { ours, theirs } = scales
  return theirs > ours ? Math.round(amount / 10 ** (theirs - ours)) : amount * 10 ** (ours - theirs)
}

function scalesOf(currency: string): { ours: number; theirs: number } | null {
  const ours = currencyScale(currency)
  return ours === null ? null : { ours, theirs: STRIPE_SCALES[currency] ?? ours }
}
