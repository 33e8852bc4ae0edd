import { describe, expect, it } from 'vitest'
import { newWallet } from '../../credits/core.ts'
import { readEvent } from '../event/event.core.ts'
import type { Rights, SubscriptionRight } from '../rights/rights.core.ts'
import { catalog, metric, NOW, subscription } from '../testing/twoCurrencies.ts'
import { payForEvent, priceInCredits } from './pay.core.ts'
import { type PlannedEvent, planEvent } from './planEvent.core.ts'

const customer = { mapKey: 'c', environmentId: 'env', customerId: 'c', bucket: 1 }

function plan(
  subscriptions: readonly SubscriptionRight[],
  overrides: Rights['overrides'] = new Map(),
): PlannedEvent {
  const event = readEvent({ customerId: 'c', eventName: metric.eventName, quantity: 3 })
  if ('problem' in event) throw new Error(event.problem)
  const shape = subscriptions.map(({ id }) => id).join()
  const rights = { version: 1, subscriptions, overrides, shape }
  const tracked = { ...customer, timezone: 'UTC', catalog, rights }
  const planned = planEvent(tracked, event, NOW, () => null)
  if ('reason' in planned) throw new Error(planned.message)
  return planned
}

/** The currencies that an event is priced in, for a customer who holds the given ones. */
function currenciesOf(planned: PlannedEvent, held: readonly string[]): string[] {
  const create = (creditCurrencyId: string) => newWallet({ ...customer, creditCurrencyId }, NOW)
  const find = (currency: string) => (held.includes(currency) ? create(currency) : undefined)
  return priceInCredits(planned, [[null]], { find, create }).map(({ charge }) => charge.currencyId)
}

describe('an event with prices in several currencies', () => {
  it('is paid from the first currency that a customer without a plan holds', () => {
    const planned = plan([])
    expect(currenciesOf(planned, ['coins'])).toEqual(['coins'])
    expect(currenciesOf(planned, ['coins', 'gems'])).toEqual(['gems'])
    expect(currenciesOf(planned, [])).toEqual(['gems'])
  })

  it('is not paid from a currency whose feature an override denies to the customer', () => {
    const denied = plan([], new Map([['feat_gems', { access: false }]]))
    expect(currenciesOf(denied, ['coins', 'gems'])).toEqual(['coins'])
    expect(currenciesOf(plan([]), ['coins', 'gems'])).toEqual(['gems'])
  })

  it('is paid from the first currency of a subscriber’s plan, even if the wallet is in another one', () => {
    expect(currenciesOf(plan([subscription]), ['coins'])).toEqual(['gems'])
  })
})

it('an event is rejected if the wallet is frozen or has too few credits', () => {
  const planned = plan([])
  const rejection = (status: 'active' | 'frozen') => {
    const create = (creditCurrencyId: string) => ({
      ...newWallet({ ...customer, creditCurrencyId }, NOW),
      status,
    })
    const wallets = { find: create, create }
    return payForEvent(planned, 'evt', priceInCredits(planned, [[null]], wallets), wallets)
  }
  expect(rejection('frozen')).toMatchObject({ reason: 'account_frozen' })
  expect(rejection('active')).toMatchObject({
    reason: 'insufficient_credits',
    message: expect.stringContaining('costs 6 gems and the balance is 0'),
  })
})
