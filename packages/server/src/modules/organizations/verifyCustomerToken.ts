import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { PurserError } from '../../kernel/errors.ts'
import { unseal } from '../../kernel/seal.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { CUSTOMER_TOKEN, kindOfAudience, readPageClaim } from './core/customerToken.ts'
import { findPortalSecret } from './read.ts'

/** Accepts only a token that this environment signed for its portal or a page and that has not expired. */
export async function verifyCustomerToken(
  db: Database,
  { token, encryptionKey, now }: { token: string; encryptionKey: Uint8Array; now: Date },
): Promise<Principal> {
  const invalid = () =>
    new PurserError('unauthorized', 'The token is invalid or expired. Ask for a new one.')
  const said = readClaims(token)
  if (!said) throw invalid()
  const { environmentId, kind } = said
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
  const page = readPageClaim(payload.page)
  if (!page) throw invalid()
  return { ...owner, kind, page }
}

/** By which secret and for what a token says that it was signed; nothing is verified yet. */
function readClaims(token: string) {
  try {
    const { kid } = decodeProtectedHeader(token)
    const kind = kindOfAudience(decodeJwt(token).aud)
    // A NUL would not reach a row anyway, and PostgreSQL refuses to look for one.
    return kid && !kid.includes('\0') && kind ? { environmentId: kid, kind } : null
  } catch {
    return null
  }
}
