import { describe, expect, it, test } from 'vitest'
import { detectBrand, passesLuhn } from '../pages/cardEntry.core.ts'
import { cardBehaviours, decideCardOutcome, formCards, testCards } from './testCards.core.ts'

const now = new Date('2026-01-15T12:00:00Z')
const cardOf = (behaviour: (typeof cardBehaviours)[number]) => ({
  behaviour,
  brand: 'visa',
  last4: testCards[behaviour].number.slice(-4),
  expMonth: 1,
  expYear: 2026,
})

/** An independent Luhn check: from the right, every second digit is doubled. */
const isLuhnValid = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

describe('test cards', () => {
  it('have valid and unique numbers', () => {
    const numbers = cardBehaviours.map((behaviour) => testCards[behaviour].number)
    expect(numbers.filter((number) => !isLuhnValid(number))).toEqual([])
    expect(new Set(numbers).size).toBe(cardBehaviours.length)
  })

  it('have a reason for every refusal', () => {
    for (const { verdicts, refusal } of Object.values(testCards)) {
      expect(refusal !== null).toBe(Object.values(verdicts).includes('refuse'))
    }
  })

  it.each([
    ['success', 'accept', 'accept', 'accept'],
    ['insufficient_funds', 'refuse', 'refuse', 'refuse'],
    ['fails_later', 'accept', 'refuse', 'refuse'],
    ['challenge_at_setup', 'challenge', 'challenge', 'accept'],
    ['challenge_always', 'challenge', 'challenge', 'challenge'],
  ] as const)('%s: %s at setup, %s in a form, %s later', (behaviour, setup, form, charge) => {
    const card = cardOf(behaviour)
    expect(decideCardOutcome(card, 'setup', now).verdict).toBe(setup)
    expect(decideCardOutcome(card, 'form', now).verdict).toBe(form)
    expect(decideCardOutcome(card, 'charge', now).verdict).toBe(charge)
  })

  it.each([
    ['decline', 'generic_decline', true],
    ['insufficient_funds', 'insufficient_funds', true],
    ['processing_error', 'processing_error', true],
    ['lost_card', 'lost_card', false],
    ['stolen_card', 'stolen_card', false],
    ['expired_card', 'expired_card', false],
    ['incorrect_cvc', 'incorrect_cvc', false],
  ] as const)('%s refuses with %s; can be retried: %s', (behaviour, code, isRetryable) => {
    expect(testCards[behaviour].refusal).toMatchObject({ code, isRetryable })
  })

  it('are valid until the end of their month and refused afterwards', () => {
    const card = cardOf('success')
    expect(decideCardOutcome(card, 'charge', new Date('2026-01-31T23:59:59.999Z')).verdict).toBe(
      'accept',
    )
    expect(decideCardOutcome(card, 'charge', new Date('2026-02-01T00:00:00Z'))).toMatchObject({
      verdict: 'refuse',
      refusal: { code: 'expired_card' },
    })
  })
})

test.each(formCards)(
  '$number passes the checks of the form and has the right brand',
  ({ number, brand }) => {
    expect(passesLuhn(number)).toBe(true)
    expect(detectBrand(number)).toBe(brand)
  },
)

test('every behavior has a card, and numbers are unique', () => {
  expect(new Set(formCards.map(({ behaviour }) => behaviour))).toEqual(new Set(cardBehaviours))
  expect(new Set(formCards.map(({ number }) => number)).size).toBe(formCards.length)
})
