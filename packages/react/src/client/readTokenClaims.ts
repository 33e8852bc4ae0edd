export interface TokenClaims {
  readonly customerId: string
  /** How long the token lasts in all, in milliseconds; null when it does not say. */
  readonly lifetimeMs: number | null
  /** When it ends by the server's clock, in milliseconds; null when it does not say. */
  readonly expiresAtMs: number | null
}

/** Whose a token is and how long it lasts, of a portal or a page; null when it is none. Nothing is verified. */
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
