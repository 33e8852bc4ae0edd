import { expect, it } from 'vitest'
import { withStatus } from './subscription.core.ts'

it('a subscription changes its status only in the allowed order', () => {
  expect(withStatus({ status: 'trialing' }, 'past_due')).toEqual({ status: 'past_due' })
  expect(() => withStatus({ status: 'paused' }, 'past_due')).toThrow('from paused to past_due')
  expect(() => withStatus({ status: 'canceled' }, 'active')).toThrow('from canceled to active')
})
