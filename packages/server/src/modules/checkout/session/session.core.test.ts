import { describe, expect, it } from 'vitest'
import { type PurchaseProgress, statusOf } from './session.core.ts'

const NOTHING: PurchaseProgress = {
  paymentStatus: null,
  attemptStatus: null,
  invoiceStatus: null,
  subscriptionStatus: null,
  at: null,
}
const paying = { status: 'pending', paymentId: 'pay_1', subscriptionId: null } as const
const saving = { status: 'pending', paymentId: null, subscriptionId: 'sub_1' } as const

describe('a session', () => {
  it.each([
    ['pending', 'pending', 'pending'],
    ['requires_action', 'pending', 'pending'],
    ['succeeded', 'succeeded', 'completed'],
    // Paid, but the wallet could not take the credits, so the payment is refunded.
    ['succeeded', 'failed', 'expired'],
    ['canceled', 'failed', 'expired'],
    ['failed', 'failed', 'expired'],
  ] as const)('with the payment %s and the top-up %s is %s', (payment, attempt, expected) => {
    const progress = { ...NOTHING, paymentStatus: payment, attemptStatus: attempt }
    expect(statusOf(paying, progress)).toBe(expected)
  })

  it.each([
    ['requires_action', 'open', 'pending'],
    ['succeeded', 'paid', 'completed'],
    ['succeeded', 'partially_refunded', 'completed'],
    ['succeeded', 'refunded', 'completed'],
    // Paid by bank transfer while the form was open.
    ['requires_action', 'paid', 'completed'],
    ['canceled', 'open', 'expired'],
    ['failed', 'open', 'expired'],
    ['succeeded', 'void', 'expired'],
    ['requires_action', 'void', 'pending'],
  ] as const)('with the payment %s and the invoice %s is %s', (payment, invoice, expected) => {
    const progress = { ...NOTHING, paymentStatus: payment, invoiceStatus: invoice }
    expect(statusOf(paying, progress)).toBe(expected)
  })
})

describe('a session that saves a card', () => {
  it.each([
    [null, 'pending'],
    ['incomplete', 'pending'],
    ['trialing', 'completed'],
    ['active', 'completed'],
    ['incomplete_expired', 'expired'],
    ['canceled', 'expired'],
  ] as const)('with the subscription status %s is %s', (subscriptionStatus, expected) => {
    expect(statusOf(saving, { ...NOTHING, subscriptionStatus })).toBe(expected)
  })
})

describe('a session that has ended', () => {
  it.each(['completed', 'expired'] as const)('stays %s', (status) => {
    const paid = { ...NOTHING, paymentStatus: 'succeeded', invoiceStatus: 'paid' }
    expect(statusOf({ ...paying, status }, paid)).toBe(status)
    const void_ = { ...NOTHING, paymentStatus: 'canceled', invoiceStatus: 'void' }
    expect(statusOf({ ...paying, status }, void_)).toBe(status)
  })
})
