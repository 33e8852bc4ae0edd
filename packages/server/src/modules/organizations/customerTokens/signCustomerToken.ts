import { SignJWT } from 'jose'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { unseal } from '../../../kernel/seal.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPortalSecret } from '../organization/organizations.sql.ts'
import { CUSTOMER_TOKEN, type TokenUse } from './customerToken.core.ts'

interface CustomerClaims {
  scope: Scope
  customerId: string
  use: TokenUse
  expiresInSeconds: number
  encryptionKey: Uint8Array
}

/**
 * Signs a token for one customer with the secret of the environment. The expiry uses the real time,
 * even for a customer on a test clock, because it limits how long a stolen token can be misused.
 */
export async function signCustomerToken(
  tx: Tx,
  { scope, customerId, use, expiresInSeconds, encryptionKey }: CustomerClaims,
): Promise<{ token: string; expiresAt: Date }> {
  const secret = await findPortalSecret(tx, scope.environmentId)
  invariant(secret, 'an environment has a portal secret')
  const expiresAt = new Date((Math.floor(scope.now.getTime() / 1000) + expiresInSeconds) * 1000)
  const token = await new SignJWT({
    env: scope.environmentId,
    ...(use.kind === 'page' && { page: { kind: use.page.kind, id: use.page.id } }),
  })
    .setProtectedHeader({ alg: CUSTOMER_TOKEN.algorithm, kid: scope.environmentId })
    .setSubject(customerId)
    .setAudience(CUSTOMER_TOKEN.audiences[use.kind].audience)
    .setIssuedAt(scope.now)
    .setExpirationTime(expiresAt)
    .sign(unseal(secret.sealed, encryptionKey))
  return { token, expiresAt }
}
