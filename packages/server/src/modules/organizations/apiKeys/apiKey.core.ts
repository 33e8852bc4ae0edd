import { hash, timingSafeEqual } from 'node:crypto'

export type KeyScope = 'full' | 'read' | 'runtime' | 'publishable'
export type EnvironmentKind = 'sandbox' | 'live'

/**
 * The number of random characters that are stored in plain text. Purser finds a key's row by them
 * and shows them in lists.
 */
const VISIBLE_LENGTH = 8

const KEY_PATTERN = /^(sk|pk)_(sandbox|live)_([A-Za-z0-9_-]{1,200})$/

export interface ParsedKey {
  kind: 'secret' | 'publishable'
  environment: EnvironmentKind
  prefix: string
}

/** Parses the visible part of a key. Returns null if the text is not a key. */
export function parseApiKey(key: string): ParsedKey | null {
  const match = KEY_PATTERN.exec(key)
  if (!match) return null
  const [, marker, environment, random = ''] = match
  return {
    kind: marker === 'sk' ? 'secret' : 'publishable',
    environment: environment === 'live' ? 'live' : 'sandbox',
    prefix: `${marker}_${environment}_${random.slice(0, VISIBLE_LENGTH)}`,
  }
}

/** Builds a key from 32 random bytes: more than 250 random bits in letters and digits. */
export const formatApiKey = (
  scope: KeyScope,
  environment: EnvironmentKind,
  random: Uint8Array,
): string =>
  `${scope === 'publishable' ? 'pk' : 'sk'}_${environment}_${Buffer.from(random).toString('base64url').replace(/[-_]/g, '0')}`

export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Compares in constant time, so that the timing reveals nothing about a stored hash. */
export const isSameHash = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
