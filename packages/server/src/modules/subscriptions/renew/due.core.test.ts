import { describe, expect, it } from 'vitest'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { aSubscription } from '../testing/aSubscription.ts'
import { dueAt, nextStep } from './due.core.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const step = (changes: Partial<SubscriptionRecord>) => {
  const next = nextStep(aSubscription(changes))
  return next && [next.step, next.at.getUTCDate()]
}

describe('what is due next', () => {
  it.each<[string, Partial<SubscriptionRecord>, [string, number] | null]>([
    ['a scheduled one starts', { status: 'incomplete', startsAt: day(5) }, ['start', 5]],
    ['one that waits expires', { status: 'incomplete', incompleteUntil: day(2) }, ['expire', 2]],
    [
      'a trial is told of three days before its end',
      { status: 'trialing', trialEndsAt: day(20), currentPeriodStart: day(1) },
      ['noticeTrialEnd', 17],
    ],
    [
      'a short trial is told of at its beginning',
      { status: 'trialing', trialEndsAt: day(3), currentPeriodStart: day(2) },
      ['noticeTrialEnd', 2],
    ],
    [
      'a trial that was told of ends',
      { status: 'trialing', trialEndsAt: day(20), trialEndToldAt: day(17) },
      ['endTrial', 20],
    ],
    ['a period is renewed', { currentPeriodEnd: day(9) }, ['renew', 9]],
    ['also in dunning', { status: 'past_due', currentPeriodEnd: day(9) }, ['renew', 9]],
    ['a drip comes before', { currentPeriodEnd: day(9), nextDripAt: day(8) }, ['drip', 8]],
    ['a renewal drips too', { currentPeriodEnd: day(9), nextDripAt: day(9) }, ['renew', 9]],
    ['who leaves is not renewed', { currentPeriodEnd: day(9), cancelAt: day(9) }, ['cancel', 9]],
    [
      'nor billed after a trial',
      { status: 'trialing', trialEndsAt: day(9), trialEndToldAt: day(6), cancelAt: day(9) },
      ['cancel', 9],
    ],
    ['a paused one waits', { status: 'paused', currentPeriodEnd: day(9) }, null],
    ['unless it is to end', { status: 'paused', cancelAt: day(9) }, ['cancel', 9]],
    ['what has ended stays so', { status: 'canceled', currentPeriodEnd: day(9) }, null],
    ['an add-on goes with its subscription', { parentId: 'sub', currentPeriodEnd: day(9) }, null],
    ['what was attached by hand goes on', { productId: null, currentPeriodEnd: day(9) }, null],
    ['a plan without interval goes on', { currentPeriodEnd: null }, null],
  ])('%s', (_name, changes, expected) => {
    expect(step(changes)).toEqual(expected)
    expect(dueAt(aSubscription(changes))?.getUTCDate() ?? null).toBe(expected?.[1] ?? null)
  })
})
