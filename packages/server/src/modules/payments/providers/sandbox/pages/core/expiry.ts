import { caretAfter, digitsOf, type Edit, type Typed } from './cardNumber.ts'

export interface Expiry {
  readonly month: number
  readonly year: number
}

const SEPARATOR = ' / '

/** `MM / YY` as it is typed or pasted: `5`, `1/28`, `1228` and `12/2028` are all understood. */
export function formatExpiry({ text, caret, kind }: Edit): Typed {
  const digits = expiryDigits(text)
  const isMonthOnly = digits.length < 2 || (digits.length === 2 && kind !== 'insert')
  const formatted = isMonthOnly ? digits : digits.slice(0, 2) + SEPARATOR + digits.slice(2)
  const isAtEnd = caret >= text.length
  return {
    text: formatted,
    caret: isAtEnd
      ? formatted.length
      : caretAfter(formatted, digitsOf(text.slice(0, caret)).length),
  }
}

/** At most `MMYY`: a month of one digit gets its zero, a year of four loses its century. */
function expiryDigits(text: string): string {
  const padded = text.replace(/^\s*(\d)\s*[/.-]/, '0$1/').replace(/^\s*([2-9])/, '0$1')
  const digits = digitsOf(padded)
  return digits.length === 6 && digits.slice(2, 4) === '20'
    ? digits.slice(0, 2) + digits.slice(4)
    : digits.slice(0, 4)
}

/** Null while it is incomplete; the month is not checked. */
export function parseExpiry(text: string): Expiry | null {
  const digits = expiryDigits(text)
  if (digits.length !== 4) return null
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** A card may be used to the end of its month. */
export const isExpired = ({ month, year }: Expiry, now: Date): boolean =>
  year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

/** An expiry that a test card may well have: the end of a year that is not near. */
export const farExpiry = (now: Date): string =>
  `12${SEPARATOR}${String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')}`
