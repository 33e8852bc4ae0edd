import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { PurserError } from '../../../kernel/errors.ts'
import { unseal } from '../../../kernel/seal.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Principal } from '../../../platform/http/principal.ts'
import { findPortalSecret } from '../organization/organizations.sql.ts'
import { CUSTOMER_TOKEN, kindOfAudience, parsePageClaim } from './customerToken.core.ts'

/** Verifies a portal or page token: its signature, audience, age and expiry. */
export async function verifyCustomerToken(
  db: Database,
  { token, encryptionKey, now }: { token: string; encryptionKey: Uint8Array; now: Date },
): Promise<Principal> {
  const invalid = () =>
    new PurserError('unauthorized', 'The token is invalid or expired. Request a new one.')
  const claims = readUnverifiedClaims(token)
  if (!claims) throw invalid()
  const { environmentId, kind } = claims
  const secret = await findPortalSecret(db, environmentId)
  if (!secret) throw invalid()
  const { audience, maxAgeSeconds } = CUSTOMER_TOKEN.audiences[kind]
  const { payload } = await jwtVerify(token, unseal(secret.sealed, encryptionKey), {
    algorithms: [CUSTOMER_TOKEN.algorithm],
    audience,
    currentDate: now,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['exp', 'sub', 'env'],
  }).catch(() => {
    throw invalid()
  })
  const customerId: unknown = payload.sub
  if (payload.env !== environmentId || typeof customerId !== 'string' || customerId === '') {
    throw invalid()
  }
  const { organizationId, environment } = secret
  const owner = { organizationId, environmentId, environment, customerId }
  if (kind === 'portal') return { ...owner, kind }
  const page = parsePageClaim(payload.page)
  if (!page) throw invalid()
  return { ...owner, kind, page }
}

/** Reads the environment and the kind that a token claims, before anything is verified. */
function readUnverifiedClaims(token: string) {
  try {
    const { kid } = decodeProtectedHeader(token)
    const kind = kindOfAudience(decodeJwt(token).aud)
    // PostgreSQL rejects text with a NUL character.
    return kid && !kid.includes('\0') && kind ? { environmentId: kid, kind } : null
  } catch {
    return null
  }
}
