export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown'

interface BrandRules {
  readonly name: string
  /** The digit groups as printed on the card. */
  readonly groups: readonly number[]
  readonly lengths: readonly number[]
  readonly cvcLengths: readonly number[]
}

const SIXTEEN = { groups: [4, 4, 4, 4], lengths: [16], cvcLengths: [3] }

export const brandRules: Readonly<Record<CardBrand, BrandRules>> = {
  visa: { name: 'Visa', ...SIXTEEN },
  mastercard: { name: 'Mastercard', ...SIXTEEN },
  amex: { name: 'American Express', groups: [4, 6, 5], lengths: [15], cvcLengths: [4] },
  discover: { name: 'Discover', ...SIXTEEN },
  unknown: {
    name: 'Card',
    groups: [4, 4, 4, 4, 3],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvcLengths: [3, 4],
  },
}

/** Number prefixes by brand, as ranges with bounds of equal length. */
const PREFIXES: readonly (readonly [CardBrand, number, number])[] = [
  ['visa', 4, 4],
  ['amex', 34, 34],
  ['amex', 37, 37],
  ['mastercard', 51, 55],
  ['mastercard', 2221, 2720],
  ['discover', 6011, 6011],
  ['discover', 644, 649],
  ['discover', 65, 65],
]

/** Detects the brand as soon as the first digits identify it. */
export function detectBrand(digits: string): CardBrand {
  const found = PREFIXES.find(([, first, last]) => {
    const { length } = String(first)
    const prefix = Number(digits.slice(0, length))
    return digits.length >= length && prefix >= first && prefix <= last
  })
  return found?.[0] ?? 'unknown'
}

/** The text of a field and its caret position. */
export interface FieldText {
  readonly text: string
  readonly caret: number
}

/** An edit of a field by the customer. */
export interface Edit extends FieldText {
  readonly kind: 'insert' | 'delete_backward' | 'delete_forward'
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Formats the digits in groups and keeps the caret after the same digit. */
export function formatCardNumber({ text, caret, kind }: Edit): FieldText {
  const { groups, lengths } = brandRules[detectBrand(digitsOf(text))]
  const formatted = inGroups(digitsOf(text).slice(0, lengths.at(-1)), groups)
  const at = caretAfter(formatted, digitsOf(text.slice(0, caret)).length)
  // Deleting forward at a space removes no digit, so the caret moves over the space instead.
  const isBeforeGap = kind === 'delete_forward' && formatted[at] === ' '
  return { text: formatted, caret: isBeforeGap ? at + 1 : at }
}

function inGroups(digits: string, groups: readonly number[]): string {
  let start = 0
  const parts = groups.map((length) => {
    start += length
    return digits.slice(start - length, start)
  })
  return parts.filter((part) => part !== '').join(' ')
}

/** Returns the position after the given number of digits. */
function caretAfter(text: string, digits: number): number {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  return place
}

/** Checks the Luhn checksum, which catches mistyped digits. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

interface Expiry {
  readonly month: number
  readonly year: number
}

const SEPARATOR = ' / '

/** Formats a typed or pasted date as `MM / YY`. Accepts `5`, `1/28`, `1228` and `12/2028`. */
export function formatExpiry({ text, caret, kind }: Edit): FieldText {
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

/** Returns at most `MMYY`. Pads a one-digit month and shortens a four-digit year. */
function expiryDigits(text: string): string {
  const padded = text.replace(/^\s*(\d)\s*[/.-]/, '0$1/').replace(/^\s*([2-9])/, '0$1')
  const digits = digitsOf(padded)
  return digits.length === 6 && digits.slice(2, 4) === '20'
    ? digits.slice(0, 2) + digits.slice(4)
    : digits.slice(0, 4)
}

/** Returns null while the date is incomplete. Does not check the month. */
export function parseExpiry(text: string): Expiry | null {
  const digits = expiryDigits(text)
  if (digits.length !== 4) return null
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** A card is valid until the end of its month. */
export const isCardExpired = ({ month, year }: Expiry, now: Date): boolean =>
  year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

/** A plausible expiry for a test card: December, three years ahead. */
export const farExpiry = (now: Date): string =>
  `12${SEPARATOR}${String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')}`

export type CardField = 'number' | 'expiry' | 'cvc'

/** The fields in the order of the page. */
export const cardFields: readonly CardField[] = ['number', 'expiry', 'cvc']

/** The text of each field. */
type CardEntry = Readonly<Record<CardField, string>>

interface CardRules {
  readonly now: Date
  /** Digits only. */
  readonly testNumbers: ReadonlySet<string>
}

export const NO_TEST_CARD =
  'This is a sandbox. Do not enter a real card. Use one of the test cards below.'

const checks: Readonly<Record<CardField, (entry: CardEntry, rules: CardRules) => string | null>> = {
  number: ({ number }, { testNumbers }) => {
    const digits = digitsOf(number)
    const { lengths } = brandRules[detectBrand(digits)]
    if (digits === '') return 'Enter the card number.'
    if (!lengths.includes(digits.length)) return 'The card number is not complete.'
    if (!passesLuhn(digits)) return 'The card number has a typing error. Compare it with the card.'
    return testNumbers.has(digits) ? null : NO_TEST_CARD
  },
  expiry: ({ expiry }, { now }) => {
    const parsed = parseExpiry(expiry)
    if (digitsOf(expiry) === '') return 'Enter the expiry date.'
    if (!parsed) return 'Enter the expiry date as month and year, such as 04 / 29.'
    if (parsed.month < 1 || parsed.month > 12) return 'Enter a month from 01 to 12.'
    return isCardExpired(parsed, now) ? 'This card has expired. Check the date.' : null
  },
  cvc: ({ number, cvc }) => {
    const { cvcLengths } = brandRules[detectBrand(digitsOf(number))]
    if (digitsOf(cvc) === '') return 'Enter the security code.'
    if (cvcLengths.includes(digitsOf(cvc).length)) return null
    return `The security code has ${cvcLengths.join(' or ')} digits.`
  },
}

/** Returns the problem of one field, or null. */
export const checkCardField = (
  field: CardField,
  entry: CardEntry,
  rules: CardRules,
): string | null => checks[field](entry, rules)

/**
 * The field to focus after a refusal. After a processing error, the customer can submit the same
 * card again.
 */
const FIELDS_BY_CODE: Readonly<Record<string, CardField | null>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  processing_error: null,
}

/**
 * Returns the field to correct after a refusal: the number unless the code suggests another, or
 * null for none.
 */
export const fieldToCorrect = (code: string): CardField | null => {
  const field = FIELDS_BY_CODE[code]
  return field === undefined ? 'number' : field
}
