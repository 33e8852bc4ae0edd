import type { CustomerPage } from '../../../kernel/customerPage.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { signCustomerToken } from './signCustomerToken.ts'

export interface LinkSettings {
  readonly encryptionKey: Uint8Array
  /** The public address of this server. */
  readonly publicUrl: string
}

interface PageLink extends CustomerPage {
  readonly customerId: string
  readonly expiresInSeconds: number
  readonly returnUrl?: string | undefined
}

/**
 * Returns the address of a checkout or invoice page with a token for this page only. The token is
 * in the fragment, which browsers do not send to servers.
 */
export async function linkToPage(
  tx: Tx,
  { encryptionKey, publicUrl }: LinkSettings,
  scope: Scope,
  { kind, id, customerId, expiresInSeconds, returnUrl }: PageLink,
): Promise<{ url: string; expiresAt: Date }> {
  const use = { kind: 'page', page: { kind, id } } as const
  const claims = { scope, customerId, use, expiresInSeconds, encryptionKey }
  const { token, expiresAt } = await signCustomerToken(tx, claims)
  const fragment = new URLSearchParams({ token, ...(returnUrl && { returnUrl }) })
  return { url: `${publicUrl}/${kind}/${id}#${fragment}`, expiresAt }
}
