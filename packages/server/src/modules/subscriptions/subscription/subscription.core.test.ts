import { expect, it } from 'vitest'
import { isEnded, withStatus } from './subscription.core.ts'

it('a subscription changes its status only in the allowed order', () => {
  expect(withStatus({ status: 'trialing' }, 'past_due')).toEqual({ status: 'past_due' })
  expect(() => withStatus({ status: 'paused' }, 'past_due')).toThrow('from paused to past_due')
  expect(() => withStatus({ status: 'canceled' }, 'active')).toThrow('from canceled to active')
})

it('a subscription has ended once it is canceled or has expired without a first payment', () => {
  expect(isEnded({ status: 'canceled' })).toBe(true)
  expect(isEnded({ status: 'incomplete_expired' })).toBe(true)
  for (const status of ['incomplete', 'trialing', 'active', 'past_due', 'paused'] as const) {
    expect(isEnded({ status })).toBe(false)
  }
})
