import type { CustomerPage } from '../../../kernel/customerPage.ts'

const DAY_SECONDS = 86_400

/** The purpose of a token: the whole portal, or one page. */
export type TokenUse =
  | { readonly kind: 'portal' }
  | { readonly kind: 'page'; readonly page: CustomerPage }

/** The algorithm, audiences and maximum age of customer tokens. All other tokens are rejected. */
export const CUSTOMER_TOKEN = {
  algorithm: 'HS256',
  audiences: {
    portal: { audience: 'purser:portal', maxAgeSeconds: DAY_SECONDS },
    page: { audience: 'purser:page', maxAgeSeconds: 30 * DAY_SECONDS },
  },
} as const

type Kind = TokenUse['kind']

/** Returns the kind of token for an audience, or null for an unknown audience. */
export function kindOfAudience(audience: unknown): Kind | null {
  const { portal, page } = CUSTOMER_TOKEN.audiences
  if (audience === portal.audience) return 'portal'
  return audience === page.audience ? 'page' : null
}

/** Parses the page of a page token. Returns null if the claim is invalid. */
export function parsePageClaim(claim: unknown): CustomerPage | null {
  if (typeof claim !== 'object' || claim === null) return null
  if (!('kind' in claim) || !('id' in claim) || typeof claim.id !== 'string') return null
  const { kind, id } = claim
  return (kind === 'checkout' || kind === 'invoice') && id !== '' ? { kind, id } : null
}
