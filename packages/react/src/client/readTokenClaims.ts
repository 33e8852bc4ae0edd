export interface TokenClaims {
  readonly customerId: string
  /** Total lifetime in milliseconds; null if the token does not say. */
  readonly lifetimeMs: number | null
  /** Expiry by the server's clock, in milliseconds; null if the token does not say. */
  readonly expiresAtMs: number | null
}

/**
 * Reads the customer and the lifetime of a portal or page token; null for anything else. Verifies
 * nothing.
 */
export function readTokenClaims(token: string): TokenClaims | null {
  const payload = readPayload(token)
  if (typeof payload?.sub !== 'string') return null
  const { sub: customerId, iat, exp } = payload
  return {
    customerId,
    lifetimeMs: typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : null,
    expiresAtMs: typeof exp === 'number' ? exp * 1000 : null,
  }
}

interface Payload {
  sub?: unknown
  iat?: unknown
  exp?: unknown
}

function readPayload(token: string): Payload | null {
  try {
    const encoded = token.split('.')[1] ?? ''
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Payload | null
  } catch {
    return null
  }
}
