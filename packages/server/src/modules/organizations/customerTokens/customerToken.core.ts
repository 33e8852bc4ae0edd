import type { CustomerPage } from '../../../kernel/customerPage.ts'

const DAY_SECONDS = 86_400

/** What a token is for: all that a customer may do, or one page. */
export type TokenUse =
  | { readonly kind: 'portal' }
  | { readonly kind: 'page'; readonly page: CustomerPage }

/** What every token of a customer is signed with and for; anything else is refused. */
export const CUSTOMER_TOKEN = {
  algorithm: 'HS256',
  audiences: {
    portal: { audience: 'purser:portal', maxAgeSeconds: DAY_SECONDS },
    page: { audience: 'purser:page', maxAgeSeconds: 30 * DAY_SECONDS },
  },
} as const

type Kind = TokenUse['kind']

/** What a token says that it is for; null when it says nothing that we know. */
export function kindOfAudience(audience: unknown): Kind | null {
  const { portal, page } = CUSTOMER_TOKEN.audiences
  if (audience === portal.audience) return 'portal'
  return audience === page.audience ? 'page' : null
}

/** Which page a token names; null when it names none. */
export function parsePageClaim(claim: unknown): CustomerPage | null {
  if (typeof claim !== 'object' || claim === null) return null
  if (!('kind' in claim) || !('id' in claim) || typeof claim.id !== 'string') return null
  const { kind, id } = claim
  return (kind === 'checkout' || kind === 'invoice') && id !== '' ? { kind, id } : null
}
