import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import { catalog, metric, subscription } from '../testing/twoCurrencies.ts'
import type { SubscriptionRight } from './rights.core.ts'
import { creditPrice, routeMetric } from './route.core.ts'

const cost = {
  perUnit: '1',
  rules: [
    { where: { model: 'large', region: 'eu' }, perUnit: '15' },
    { where: { model: 'large' }, perUnit: '12.5' },
    { where: { model: 'free' }, perUnit: '0' },
    { where: { tier: 2 }, perUnit: '0.000000001' },
  ],
}

describe('the price of a unit', () => {
  it.each([
    [{}, '1'],
    [{ model: 'small' }, '1'],
    [{ model: 'large' }, '12.5'],
    [{ model: 'large', region: 'eu' }, '15'],
    [{ model: 'large', region: 'us' }, '12.5'],
    [{ model: 'free' }, '0'],
    [{ tier: 2 }, '0.000000001'],
    [{ tier: '2' }, '1'],
  ])('with %j is %s: the first matching rule wins', (properties, price) => {
    expect(formatAmount(creditPrice(cost, properties))).toBe(price)
  })
})

describe('a metric without an allowance', () => {
  const metersOf = (...subscriptions: SubscriptionRight[]) =>
    routeMetric(catalog, { version: 1, subscriptions, overrides: new Map(), shape: '' }, metric)
      .meters

  it('is counted by month for a customer without a subscription', () => {
    expect(metersOf()).toEqual([{ period: 'month', subscription: null }])
  })

  it('is counted in the billing period of the oldest subscription', () => {
    const oldest = { period: 'billing_period', subscription: 0 }
    expect(metersOf(subscription)).toEqual([oldest])
    expect(metersOf(subscription, { ...subscription, id: 'sub_2' })).toEqual([oldest])
  })
})
