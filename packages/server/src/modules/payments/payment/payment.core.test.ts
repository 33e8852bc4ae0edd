import { describe, expect, it } from 'vitest'
import {
  applyOutcome,
  chooseQuestion,
  hasEnded,
  isDueToAsk,
  type PaymentStatus,
  type ReportedOutcome,
} from './payment.core.ts'

const STATUSES: PaymentStatus[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled']
const KINDS: ReportedOutcome['kind'][] = [
  'succeeded',
  'processing',
  'requires_action',
  'declined',
  'canceled',
  'rejected',
  'unknown',
]

describe('a payment', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['processing', 'pending'],
    ['requires_action', 'requires_action'],
    ['declined', 'failed'],
    ['canceled', 'canceled'],
    ['rejected', 'failed'],
  ] as const)('reported as %s becomes %s', (kind, status) => {
    const outcome = { kind, providerPaymentId: 'p', code: 'c', message: 'm' }
    expect(applyOutcome({ status: 'pending', flow: 'off_session' }, outcome)).toEqual({
      status,
      providerPaymentId: 'p',
      errorCode: 'c',
      errorMessage: 'm',
    })
  })

  it('stays unchanged if the outcome is unknown', () => {
    for (const status of STATUSES) {
      expect(applyOutcome({ status, flow: 'form' }, { kind: 'unknown' })).toBeNull()
    }
  })

  it('becomes succeeded after a failure if the money arrives late', () => {
    for (const status of ['failed', 'canceled'] as const) {
      const outcome = { kind: 'succeeded', providerPaymentId: 'p' } as const
      expect(applyOutcome({ status, flow: 'off_session' }, outcome)?.status).toBe('succeeded')
    }
  })

  it('ignores all other outcomes once it has ended', () => {
    for (const status of STATUSES.filter(hasEnded)) {
      for (const kind of KINDS.filter((each) => each !== 'succeeded' || status === 'succeeded')) {
        expect(
          applyOutcome({ status, flow: 'off_session' }, { kind }),
          `${status} ${kind}`,
        ).toBeNull()
      }
    }
  })

  it('waits for another card after a decline in a form', () => {
    const outcome = { kind: 'declined', code: 'generic_decline' } as const
    expect(applyOutcome({ status: 'requires_action', flow: 'form' }, outcome)?.status).toBe(
      'requires_action',
    )
  })
})

const SENT = new Date('2026-01-15T12:00:00.000Z')
const after = (minutes: number) => new Date(SENT.getTime() + minutes * 60_000)
const payment = { providerPaymentId: null, sentAt: SENT, askedAt: null }

describe('an open payment', () => {
  it('is sent again while the provider still knows its key', () => {
    expect(chooseQuestion(payment, after(0))).toBe('replay')
    expect(chooseQuestion(payment, after(23 * 60 - 1))).toBe('replay')
  })

  it('is looked up once the provider may have forgotten its key', () => {
    expect(chooseQuestion(payment, after(23 * 60))).toBe('look_up')
    expect(chooseQuestion(payment, after(25 * 60))).toBe('look_up')
  })

  it('is looked up when it has an id at the provider', () => {
    expect(chooseQuestion({ ...payment, providerPaymentId: 'p' }, after(1))).toBe('look_up')
  })

  it('is asked about immediately, then less and less often, but at least every hour', () => {
    expect(isDueToAsk(payment, after(0))).toBe(true)
    const asked = (minutes: number) => ({ ...payment, askedAt: after(minutes) })
    expect(isDueToAsk(asked(1), after(2))).toBe(true)
    expect(isDueToAsk(asked(100), after(109))).toBe(false)
    expect(isDueToAsk(asked(100), after(110))).toBe(true)
    expect(isDueToAsk(asked(10_000), after(10_059))).toBe(false)
    expect(isDueToAsk(asked(10_000), after(10_060))).toBe(true)
  })
})
