import { expect, it } from 'vitest'
import { readDecline, requiresAuthentication } from './declines.core.ts'

it.each([
  ['insufficient_funds', true],
  ['do_not_honor', true],
  ['generic_decline', true],
  ['processing_error', true],
  ['try_again_later', true],
  ['issuer_not_available', true],
  ['card_velocity_exceeded', true],
  ['a_code_of_tomorrow', true],
  ['lost_card', false],
  ['stolen_card', false],
  ['pickup_card', false],
  ['expired_card', false],
  ['fraudulent', false],
  ['revocation_of_authorization', false],
  ['currency_not_supported', false],
])('%s can be retried with the same card: %s', (code, isRetryable) => {
  expect(readDecline({ decline_code: code, code: 'card_declined' })).toMatchObject({
    code,
    isRetryable,
  })
})

it("a decline without a bank code uses Stripe's code", () => {
  const words = { decline_code: '', code: 'expired_card', message: 'Your card has expired.' }
  expect(readDecline(words)).toEqual({
    code: 'expired_card',
    message: 'Your card has expired.',
    isRetryable: false,
  })
  expect(readDecline(null)).toEqual({
    code: 'generic_decline',
    message: 'The payment was declined.',
    isRetryable: true,
  })
})

it("the bank's advice not to retry overrides the code", () => {
  const words = { decline_code: 'generic_decline', advice_code: 'do_not_try_again' }
  expect(readDecline(words).isRetryable).toBe(false)
})

it('a request for authentication is recognized by either code', () => {
  expect(requiresAuthentication({ code: 'authentication_required' })).toBe(true)
  expect(
    requiresAuthentication({ code: 'card_declined', decline_code: 'authentication_required' }),
  ).toBe(true)
  expect(requiresAuthentication({ code: 'card_declined', decline_code: 'lost_card' })).toBe(false)
  expect(requiresAuthentication(null)).toBe(false)
})
