import type { Problem } from '@purser/contract'
import { invalidRequest } from '../../kernel/errors.ts'

const MAX_DEPTH = 64

/** Numbers with at least this many digits may not fit into a double. */
const MANY_DIGITS = 15

const problem = (message: string) => invalidRequest([{ path: 'body', message }])

/**
 * Parses a JSON body without losing information. Refuses invalid UTF-8, `__proto__` and numbers
 * that a double cannot represent exactly, and never repairs them.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const { isTooDeep, hasSuspect } = scan(text)
  if (isTooDeep) throw problem(`must not be nested deeper than ${MAX_DEPTH} levels`)
  try {
    // The reviver visits every value, which is slow, so it is used only where it can matter.
    return hasSuspect || text.includes('"__proto__"') || text.includes('\\u')
      ? parseSuspect(text)
      : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw problem('is not valid JSON')
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw problem('is not valid UTF-8')
  }
}

/** Replaces a number that parsing would have changed. */
class Inexact {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

function parseSuspect(text: string): unknown {
  let inexact = false
  const value: unknown = JSON.parse(
    text,
    (key: string, read: unknown, context?: { source?: string }) => {
      if (key === '__proto__') throw problem('must not contain the key "__proto__"')
      if (typeof read !== 'number' || context?.source === undefined) return read
      if (isExactNumber(context.source)) return read === 0 ? 0 : read
      inexact = true
      return new Inexact(context.source)
    },
  )
  if (inexact) throw invalidRequest(inexactNumbers(value, ''))
  return value
}

/** Lists every inexact number by its path. The parser has already limited the depth. */
function inexactNumbers(value: unknown, path: string): Problem[] {
  if (value instanceof Inexact) {
    const source = value.source.slice(0, 40)
    const message = `the number ${source} cannot be represented exactly; send fewer digits`
    return [{ path: path || 'body', message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    inexactNumbers(child, path ? `${path}.${key}` : key),
  )
}

/** Checks whether a JSON number stays the same when it is read as a double and printed again. */
export function isExactNumber(source: string): boolean {
  const value = Number(source)
  return Number.isFinite(value) && normalize(source) === normalize(String(value))
}

/**
 * Returns the digits without leading and trailing zeros, and the power of ten of the last digit.
 */
function normalize(decimal: string): string {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal)
  if (!match) return decimal
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  // Anchored: searching for trailing zeros takes quadratic time, which a caller could stretch to
  // minutes.
  const [significant] = /^\d*[1-9]/.exec(digits) ?? []
  if (significant === undefined) return '0'
  // An exponent too large for a double becomes infinity or zero, which equals no other digits.
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${decimal.startsWith('-') ? '-' : ''}${significant}e${power}`
}

/**
 * Scans the text outside its strings once. Determines how deep it nests and whether a number needs
 * a closer look because it has many digits, an exponent or a negative zero.
 */
function scan(text: string): { isTooDeep: boolean; hasSuspect: boolean } {
  let depth = 0
  let digits = 0
  let hasSuspect = false
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
      continue
    }
    if (code >= 0x30 && code <= 0x39) {
      digits += 1
      if (digits >= MANY_DIGITS) hasSuspect = true
      if (code === 0x30 && text.charCodeAt(at - 1) === 0x2d) hasSuspect = true
      continue
    }
    if (digits > 0 && (code === 0x65 || code === 0x45)) hasSuspect = true
    // A decimal point does not end the number.
    if (code !== 0x2e) digits = 0
    if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) return { isTooDeep: true, hasSuspect }
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return { isTooDeep: false, hasSuspect }
}
