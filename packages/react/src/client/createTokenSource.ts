import { ConnectionError, PurserError } from '@purser/contract/client'
import { readTokenClaims } from './readTokenClaims.ts'

export type TokenGetter = () => Promise<string>

/** A token as it was handed out; one that is fetched anew is another, whatever it says. */
export interface PortalToken {
  readonly token: string
}

/** Hands out a token that is good, and knows when there is no use in asking on. */
export interface TokenSource {
  get(): Promise<PortalToken>
  /** Another token than the one that the server refused; null when there can be no other. */
  readonly replace: ((refused: PortalToken) => Promise<PortalToken>) | null
  /** From here on nothing is handed out any more. */
  giveUp(because: PurserError): void
  /** Someone asks on purpose: try once more. */
  revive(): void
}

/** A token is renewed this long before its end, or in the last tenth of its life if that is shorter. */
const LONGEST_MARGIN_MS = 60_000

interface HeldToken extends PortalToken {
  readonly renewAtMs: number
  readonly endsAtMs: number
}

/** A token that the app fetches itself: when it is first needed, before it ends and when it is refused. */
export function createTokenSource(getToken: TokenGetter): TokenSource {
  let held: HeldToken | null = null
  let underway: Promise<HeldToken> | null = null
  let refusal: PurserError | null = null

  const fetchToken = (): Promise<HeldToken> => {
    underway ??= Promise.resolve()
      .then(getToken)
      .then(
        (token) => {
          held = hold(token)
          return held
        },
        (cause: unknown) => {
          throw notFetched(cause)
        },
      )
      .finally(() => {
        underway = null
      })
    return underway
  }

  return {
    get: async () => {
      if (refusal) throw refusal
      const current = held
      if (current === null) return fetchToken()
      if (Date.now() < current.renewAtMs) return current
      return fetchToken().catch((error: unknown) => {
        // The old one is still good for a moment, in which fetching may succeed again.
        if (Date.now() < current.endsAtMs) return current
        throw error
      })
    },
    replace: async (refused) => {
      if (refusal) throw refusal
      // Of several requests that were refused at once, the first one fetches for all.
      return held !== null && held !== refused ? held : fetchToken()
    },
    giveUp: (because) => {
      refusal = because
    },
    revive: () => {
      if (refusal === null) return
      refusal = null
      held = null
    },
  }
}

/** A token that the app gave as it is: there is no other when it is refused. */
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
 * Browsers' clocks are often wrong, so a token's end is counted from its arrival where the clock
 * would call it older than it can be.
 */
function hold(token: string): HeldToken {
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
