import type { CustomerPage } from '../../../kernel/customerPage.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { signCustomerToken } from './customerToken.ts'

/** What links to pages of this server take. */
export interface LinkSettings {
  readonly encryptionKey: Uint8Array
  /** Where this server is reached. */
  readonly publicUrl: string
}

interface PageLink extends CustomerPage {
  readonly customerId: string
  readonly expiresInSeconds: number
  readonly returnUrl?: string | undefined
}

/**
 * The address of a customer's checkout or invoice, with a token that opens this page alone. It is in
 * the fragment, which browsers send to no server and write to no log.
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
