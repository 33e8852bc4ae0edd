import { describe, expect, it } from 'vitest'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { aSubscription } from '../testing/aSubscription.ts'
import { dueAt, nextStep } from './due.core.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const step = (changes: Partial<SubscriptionRecord>) => {
  const next = nextStep(aSubscription(changes))
  return next && [next.step, next.at.getUTCDate()]
}

describe('the next step', () => {
  it.each<[string, Partial<SubscriptionRecord>, [string, number] | null]>([
    ['starts a scheduled subscription', { status: 'incomplete', startsAt: day(5) }, ['start', 5]],
    [
      'expires an incomplete subscription',
      { status: 'incomplete', incompleteUntil: day(2) },
      ['expire', 2],
    ],
    [
      'announces the end of a trial three days before',
      { status: 'trialing', trialEndsAt: day(20), currentPeriodStart: day(1) },
      ['noticeTrialEnd', 17],
    ],
    [
      'announces the end of a short trial at its start',
      { status: 'trialing', trialEndsAt: day(3), currentPeriodStart: day(2) },
      ['noticeTrialEnd', 2],
    ],
    [
      'ends a trial that was announced',
      { status: 'trialing', trialEndsAt: day(20), trialEndToldAt: day(17) },
      ['endTrial', 20],
    ],
    ['renews a period', { currentPeriodEnd: day(9) }, ['renew', 9]],
    ['also renews in dunning', { status: 'past_due', currentPeriodEnd: day(9) }, ['renew', 9]],
    [
      'grants a drip before the renewal',
      { currentPeriodEnd: day(9), nextDripAt: day(8) },
      ['drip', 8],
    ],
    [
      'leaves a drip at the same instant to the renewal',
      { currentPeriodEnd: day(9), nextDripAt: day(9) },
      ['renew', 9],
    ],
    ['cancels instead of renewing', { currentPeriodEnd: day(9), cancelAt: day(9) }, ['cancel', 9]],
    [
      'cancels instead of billing after a trial',
      { status: 'trialing', trialEndsAt: day(9), trialEndToldAt: day(6), cancelAt: day(9) },
      ['cancel', 9],
    ],
    [
      'does not exist while the subscription is paused',
      { status: 'paused', currentPeriodEnd: day(9) },
      null,
    ],
    ['cancels a paused subscription', { status: 'paused', cancelAt: day(9) }, ['cancel', 9]],
    ['does not exist after the end', { status: 'canceled', currentPeriodEnd: day(9) }, null],
    ['does not exist for an add-on', { parentId: 'sub', currentPeriodEnd: day(9) }, null],
    [
      'does not exist for a plan attached by hand',
      { productId: null, currentPeriodEnd: day(9) },
      null,
    ],
    ['does not exist without an interval', { currentPeriodEnd: null }, null],
  ])('%s', (_name, changes, expected) => {
    expect(step(changes)).toEqual(expected)
    expect(dueAt(aSubscription(changes))?.getUTCDate() ?? null).toBe(expected?.[1] ?? null)
  })
})
