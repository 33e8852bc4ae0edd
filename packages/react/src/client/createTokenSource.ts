import { ConnectionError, PurserError } from '@purser/contract/client'
import { readTokenClaims } from './readTokenClaims.ts'

export type TokenGetter = () => Promise<string>

/**
 * A token as it was handed out. A refetched token is a new object, even if the string is the same.
 */
export interface PortalToken {
  readonly token: string
}

/** Provides a valid token, and stops when there is no point in trying again. */
export interface TokenSource {
  get(): Promise<PortalToken>
  /** Returns a token other than the refused one; null if there can be no other. */
  readonly replace: ((refused: PortalToken) => Promise<PortalToken>) | null
  /** Stops providing tokens. */
  giveUp(because: PurserError): void
  /** Provides tokens again, because the user explicitly asked for a retry. */
  revive(): void
}

/**
 * Tokens are renewed this long before they expire, or in the last tenth of their lifetime if that
 * is shorter.
 */
const LONGEST_MARGIN_MS = 60_000

interface TimedToken extends PortalToken {
  readonly renewAtMs: number
  readonly endsAtMs: number
}

/**
 * A token source that calls the app: on first use, before the token expires and when it is refused.
 */
export function createTokenSource(getToken: TokenGetter): TokenSource {
  let latest: TimedToken | null = null
  let pendingFetch: Promise<TimedToken> | null = null
  let refusal: PurserError | null = null

  const fetchToken = (): Promise<TimedToken> => {
    pendingFetch ??= Promise.resolve()
      .then(getToken)
      .then(
        (token) => {
          latest = timeToken(token)
          return latest
        },
        (cause: unknown) => {
          throw notFetched(cause)
        },
      )
      .finally(() => {
        pendingFetch = null
      })
    return pendingFetch
  }

  return {
    get: async () => {
      if (refusal) throw refusal
      const current = latest
      if (current === null) return fetchToken()
      if (Date.now() < current.renewAtMs) return current
      return fetchToken().catch((error: unknown) => {
        // The old token is still valid for a moment, and the next fetch may succeed.
        if (Date.now() < current.endsAtMs) return current
        throw error
      })
    },
    replace: async (refused) => {
      if (refusal) throw refusal
      // If several requests are refused at once, the first one fetches a token for all.
      return latest !== null && latest !== refused ? latest : fetchToken()
    },
    giveUp: (because) => {
      refusal = because
    },
    revive: () => {
      if (refusal === null) return
      refusal = null
      latest = null
    },
  }
}

/** A token source for a fixed token, which cannot be replaced when it is refused. */
export function createFixedToken(token: string): TokenSource {
  const fixed: PortalToken = { token }
  let refusal: PurserError | null = null
  return {
    get: async () => {
      if (refusal) throw refusal
      return fixed
    },
    replace: null,
    giveUp: (because) => {
      refusal = because
    },
    revive: () => {},
  }
}

/**
 * Clocks of browsers are often wrong. If the token appears to have expired on arrival, its lifetime
 * is counted from now.
 */
function timeToken(token: string): TimedToken {
  const now = Date.now()
  const claims = readTokenClaims(token)
  const lifetimeMs = claims?.lifetimeMs ?? Number.POSITIVE_INFINITY
  const leftMs = (claims?.expiresAtMs ?? Number.POSITIVE_INFINITY) - now
  const lastsMs = leftMs > 0 ? Math.min(leftMs, lifetimeMs) : lifetimeMs
  const marginMs = Math.min(LONGEST_MARGIN_MS, lifetimeMs / 10)
  return { token, endsAtMs: now + lastsMs, renewAtMs: now + lastsMs - marginMs }
}

function notFetched(cause: unknown): PurserError {
  if (cause instanceof PurserError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ConnectionError({
    code: 'connection_failed',
    message: `The token could not be fetched from your app: ${reason}`,
    status: null,
    requestId: null,
    cause,
  })
}
