import { decodeProtectedHeader, jwtVerify } from 'jose'
import { PurserError } from '../../kernel/errors.ts'
import { unseal } from '../../kernel/seal.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { PORTAL_TOKEN } from './core/portalToken.ts'
import { findPortalSecret } from './read.ts'

/** Accepts only a token that this environment signed for the portal and that has not expired. */
export async function verifyPortalToken(
  db: Database,
  { token, encryptionKey, now }: { token: string; encryptionKey: Uint8Array; now: Date },
): Promise<Principal> {
  const invalid = () =>
    new PurserError('unauthorized', 'The portal token is invalid or expired. Ask for a new one.')
  const environmentId = kidOf(token)
  if (!environmentId) throw invalid()
  const secret = await findPortalSecret(db, environmentId)
  if (!secret) throw invalid()
  const { payload } = await jwtVerify(token, unseal(secret.sealed, encryptionKey), {
    algorithms: [PORTAL_TOKEN.algorithm],
    audience: PORTAL_TOKEN.audience,
    currentDate: now,
    maxTokenAge: PORTAL_TOKEN.maxAgeSeconds,
    requiredClaims: ['exp', 'sub', 'env'],
  }).catch(() => {
    throw invalid()
  })
  const customerId: unknown = payload.sub
  if (payload.env !== environmentId || typeof customerId !== 'string' || customerId === '') {
    throw invalid()
  }
  return {
    kind: 'portal',
    organizationId: secret.organizationId,
    environmentId,
    environment: secret.environment,
    customerId,
  }
}

function kidOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token)
    // A NUL would not reach a row anyway, and PostgreSQL refuses to look for one.
    return kid?.includes('\0') ? undefined : kid
  } catch {
    return undefined
  }
}
