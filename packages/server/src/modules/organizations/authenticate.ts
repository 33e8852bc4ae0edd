import type { Clock } from '../../kernel/clock.ts'
import { PurserError } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Authenticate, Principal } from '../../platform/http/principal.ts'
import { hashApiKey, isSameHash, parseApiKey } from './apiKeys/apiKey.core.ts'
import { type ApiKey, findApiKeysByPrefix, markUsed } from './apiKeys/apiKeys.sql.ts'
import { verifyCustomerToken } from './customerTokens/verifyCustomerToken.ts'

/** The longest time for which a process can still accept a revoked key. */
const CACHE_MS = 1_000
const MAX_CACHED = 10_000
/** `lastUsedAt` is exact to the minute, so that a busy key causes one update per minute. */
const LAST_USED_PRECISION_MS = 60_000

interface AuthenticateDependencies {
  db: Database
  /**
   * The pool for reading keys. Check and track wait for it, so it must not be the pool for slow
   * work.
   */
  hotDb: Database
  clock: Clock
  encryptionKey: Uint8Array
}

const unauthorized = (message: string) => new PurserError('unauthorized', message)

/**
 * Creates the function that turns the credentials of a request into a principal or throws
 * `unauthorized`.
 */
export function createAuthenticate({
  db,
  hotDb,
  clock,
  encryptionKey,
}: AuthenticateDependencies): Authenticate {
  // Keyed by the API key in plain text, because a hash per request is measurably slow. The plain
  // text is in memory anyway while a request is running.
  const cache = new Map<string, { key: ApiKey; until: number }>()

  const recordUse = (key: ApiKey, now: Date) => {
    if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < LAST_USED_PRECISION_MS) return
    key.lastUsedAt = now
    // Runs in the background. A failure here must not fail the request.
    markUsed(db, key, now).catch(() => {})
  }

  const findCachedKey = (text: string): ApiKey | null => {
    const cached = cache.get(text)
    const now = clock.now().getTime()
    if (cached && cached.until > now && cached.until <= now + CACHE_MS) return cached.key
    cache.delete(text)
    return null
  }

  const findKey = async (text: string): Promise<ApiKey> => {
    const parsed = parseApiKey(text)
    if (!parsed) throw unauthorized('The x-api-key header does not contain a Purser key.')
    const hash = hashApiKey(text)
    const candidates = await findApiKeysByPrefix(hotDb, parsed.prefix)
    const key = candidates.find((candidate) => isSameHash(candidate.hash, hash))
    if (!key) throw unauthorized('This API key does not exist. Check that you copied all of it.')
    if (key.revokedAt) throw unauthorized('This API key was revoked. Use another one.')
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(text, { key, until: clock.now().getTime() + CACHE_MS })
    return key
  }

  const admit = (key: ApiKey): Principal => {
    recordUse(key, clock.now())
    return toPrincipal(key)
  }

  return ({ apiKey, authorization }) => {
    if (apiKey !== undefined) {
      const cachedKey = findCachedKey(apiKey)
      return cachedKey ? admit(cachedKey) : findKey(apiKey).then(admit)
    }
    if (authorization === undefined) return null
    return authenticateToken(authorization)
  }

  async function authenticateToken(authorization: string): Promise<Principal> {
    const [scheme, token] = authorization.split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw unauthorized('Send the token as Authorization: Bearer <token>.')
    }
    return verifyCustomerToken(db, { token, encryptionKey, now: clock.now() })
  }
}

const toPrincipal = (key: ApiKey): Principal => {
  const { organizationId, environmentId, environment, id: keyId, scope } = key
  const tenancy = { organizationId, environmentId, environment, keyId }
  return scope === 'publishable'
    ? { ...tenancy, kind: 'publishable' }
    : { ...tenancy, kind: 'secret', scope }
}
