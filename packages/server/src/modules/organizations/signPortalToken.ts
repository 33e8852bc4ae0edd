import { SignJWT } from 'jose'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import { unseal } from '../../kernel/seal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { PORTAL_TOKEN } from './core/portalToken.ts'
import { findPortalSecret } from './read.ts'

interface PortalClaims {
  scope: Scope
  customerId: string
  expiresAt: Date
  encryptionKey: Uint8Array
}

/** Signs a token for one customer of one environment, with that environment's own secret. */
export async function signPortalToken(
  tx: Tx,
  { scope, customerId, expiresAt, encryptionKey }: PortalClaims,
): Promise<string> {
  const secret = await findPortalSecret(tx, scope.environmentId)
  invariant(secret, 'an environment has a portal secret')
  return new SignJWT({ env: scope.environmentId })
    .setProtectedHeader({ alg: PORTAL_TOKEN.algorithm, kid: scope.environmentId })
    .setSubject(customerId)
    .setAudience(PORTAL_TOKEN.audience)
    .setIssuedAt(scope.now)
    .setExpirationTime(expiresAt)
    .sign(unseal(secret.sealed, encryptionKey))
}
