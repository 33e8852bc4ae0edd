import { describe, expect, it } from 'vitest'
import { isDueToBeAsked, nextQuestion } from './nextQuestion.ts'

const SENT = new Date('2026-01-15T12:00:00.000Z')
const after = (minutes: number) => new Date(SENT.getTime() + minutes * 60_000)
const payment = { providerPaymentId: null, sentAt: SENT, askedAt: null }

describe('a payment without an answer', () => {
  it('is sent again under its key while the provider knows keys that old', () => {
    expect(nextQuestion(payment, after(0))).toBe('replay')
    expect(nextQuestion(payment, after(23 * 60 - 1))).toBe('replay')
  })

  it('is only looked up once the provider may have forgotten its key', () => {
    expect(nextQuestion(payment, after(23 * 60))).toBe('look_up')
    expect(nextQuestion(payment, after(25 * 60))).toBe('look_up')
  })

  it('is looked up when the provider has named it', () => {
    expect(nextQuestion({ ...payment, providerPaymentId: 'p' }, after(1))).toBe('look_up')
  })

  it('is asked about at once, then every so often, and at last every hour', () => {
    expect(isDueToBeAsked(payment, after(0))).toBe(true)
    const asked = (minutes: number) => ({ ...payment, askedAt: after(minutes) })
    expect(isDueToBeAsked(asked(1), after(2))).toBe(true)
    expect(isDueToBeAsked(asked(100), after(109))).toBe(false)
    expect(isDueToBeAsked(asked(100), after(110))).toBe(true)
    expect(isDueToBeAsked(asked(10_000), after(10_059))).toBe(false)
    expect(isDueToBeAsked(asked(10_000), after(10_060))).toBe(true)
  })
})
