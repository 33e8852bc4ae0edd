import { safeUrl } from '@purser/contract/client'

interface Merchant {
  readonly website: string | null
  readonly branding: Readonly<Record<string, unknown>> | null
}

/** Where a plan is signed up for: the merchant's own page for it, else its website; null for none. */
export function signUpUrl(merchant: Merchant | null, planSlug: string | null): string | null {
  const address = safeUrl(merchant?.branding?.signUpUrl) ?? safeUrl(merchant?.website)
  if (address === null) return null
  const url = new URL(address)
  if (planSlug) url.searchParams.set('plan', planSlug)
  return url.href
}
