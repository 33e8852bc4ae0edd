import { safeUrl } from '@purser/contract/client'

interface Merchant {
  readonly website: string | null
  readonly branding: Readonly<Record<string, unknown>> | null
}

/**
 * Builds the link to the merchant's sign-up page, or to its website if it has none, with the plan
 * as a parameter. Returns null if the merchant has neither.
 */
export function signUpUrl(merchant: Merchant | null, planSlug: string | null): string | null {
  const address = safeUrl(merchant?.branding?.signUpUrl) ?? safeUrl(merchant?.website)
  if (address === null) return null
  const url = new URL(address)
  if (planSlug) url.searchParams.set('plan', planSlug)
  return url.href
}
