/** What costs the merchant money, or is its own to note. */
const MERCHANT_ONLY = ['trialDays', 'billingAnchor', 'startsAt', 'metadata'] as const

/** Which terms of a request a portal token may not set. */
export const merchantTerms = (
  body: Readonly<Partial<Record<(typeof MERCHANT_ONLY)[number], unknown>>>,
): string[] => MERCHANT_ONLY.filter((name) => body[name] !== undefined)
