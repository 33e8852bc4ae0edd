import { brandRules, detectBrand } from './cardBrand.ts'
import { digitsOf, passesLuhn } from './cardNumber.ts'
import { isExpired, parseExpiry } from './expiry.ts'

export type CardField = 'number' | 'expiry' | 'cvc'

/** The fields in the order in which they stand. */
export const cardFields: readonly CardField[] = ['number', 'expiry', 'cvc']

/** What was typed, as it stands in the fields. */
export type CardEntry = Readonly<Record<CardField, string>>

export interface CardRules {
  readonly now: Date
  /** Digits only. */
  readonly testNumbers: ReadonlySet<string>
}

export const NO_TEST_CARD =
  'This is a sandbox: real cards must not be entered. Use one of the test cards below.'

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
    if (parsed.month < 1 || parsed.month > 12) return 'The month is a number from 01 to 12.'
    return isExpired(parsed, now) ? 'This card has expired. Check the date.' : null
  },
  cvc: ({ number, cvc }) => {
    const { cvcLengths } = brandRules[detectBrand(digitsOf(number))]
    if (digitsOf(cvc) === '') return 'Enter the security code.'
    if (cvcLengths.includes(digitsOf(cvc).length)) return null
    return `The security code has ${cvcLengths.join(' or ')} digits.`
  },
}

/** What is wrong with one field, or null. */
export const checkCardField = (
  field: CardField,
  entry: CardEntry,
  rules: CardRules,
): string | null => checks[field](entry, rules)
