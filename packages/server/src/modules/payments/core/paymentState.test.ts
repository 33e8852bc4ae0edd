import { describe, expect, it } from 'vitest'
import { applyOutcome, hasEnded, type PaymentStatus, type Told } from './paymentState.ts'

const STATUSES: PaymentStatus[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled']
const KINDS: Told['kind'][] = [
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
  ] as const)('told that it is %s becomes %s', (kind, status) => {
    const told = { kind, providerPaymentId: 'p', code: 'c', message: 'm' }
    expect(applyOutcome({ status: 'pending', flow: 'off_session' }, told)).toEqual({
      status,
      providerPaymentId: 'p',
      errorCode: 'c',
      errorMessage: 'm',
    })
  })

  it('of which nothing is known stays as it is', () => {
    for (const status of STATUSES) {
      expect(applyOutcome({ status, flow: 'form' }, { kind: 'unknown' })).toBeNull()
    }
  })

  it('that failed has succeeded after all when the money was taken late', () => {
    for (const status of ['failed', 'canceled'] as const) {
      const told = { kind: 'succeeded', providerPaymentId: 'p' } as const
      expect(applyOutcome({ status, flow: 'off_session' }, told)?.status).toBe('succeeded')
    }
  })

  it('that has ended stays as it ended, whatever else is told of it', () => {
    for (const status of STATUSES.filter(hasEnded)) {
      for (const kind of KINDS.filter((each) => each !== 'succeeded' || status === 'succeeded')) {
        expect(
          applyOutcome({ status, flow: 'off_session' }, { kind }),
          `${status} ${kind}`,
        ).toBeNull()
      }
    }
  })

  it('in a form waits for another card when one was declined', () => {
    const told = { kind: 'declined', code: 'generic_decline' } as const
    expect(applyOutcome({ status: 'requires_action', flow: 'form' }, told)?.status).toBe(
      'requires_action',
    )
  })
})
