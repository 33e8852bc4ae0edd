import type { TopUpAttempt } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'

let bench: TopUpBench
const customerId = 'history'
beforeAll(async () => {
  bench = await startTopUpBench()
  await bench.refilled(customerId)
  await bench.spend(customerId, 450)
  await bench.drain()
  bench.app.clock.advance({ minutes: 1 })
  await bench.buy(customerId)
  bench.app.clock.advance({ minutes: 1 })
  await bench.card(customerId, 'decline')
  await bench.noTopUp(customerId)
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

type Page = { data: TopUpAttempt[]; nextCursor: string | null }
const list = (query: Record<string, string | number> = {}) =>
  bench.app.ok<Page>('listTopUpAttempts', { query: { customerId, ...query } })
const shown = async (query?: Record<string, string | number>) =>
  (await list(query)).data.map(({ triggerSource, status }) => `${triggerSource} ${status}`)

describe('the log of attempts', () => {
  it('shows every trigger, newest first', async () => {
    expect(await shown()).toEqual(['manual failed', 'manual succeeded', 'auto succeeded'])
  })

  it('is filtered by currency, status and trigger', async () => {
    expect(await shown({ currencyId: 'images' })).toEqual(['manual succeeded'])
    expect(await shown({ status: 'failed' })).toEqual(['manual failed'])
    expect(await shown({ triggerSource: 'auto' })).toEqual(['auto succeeded'])
    expect(await shown({ status: 'succeeded', currencyId: 'money' })).toEqual(['auto succeeded'])
    expect(await shown({ triggerSource: 'sweeper_replay' })).toEqual([])
  })

  it('pages without gaps or repetitions', async () => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await list({ limit: 1, ...(cursor !== null && { cursor }) })
      expect(page.data).toHaveLength(1)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(ids).toEqual((await list()).data.map(({ id }) => id))
  })

  it('rejects unknown filter values', async () => {
    const refuse = (query: Record<string, string>) =>
      bench.app.fails('listTopUpAttempts', { query: { customerId, ...query } })
    expect(await refuse({ currencyId: 'none' })).toMatchObject({ status: 404 })
    expect(await refuse({ status: 'lost' })).toMatchObject({ status: 400 })
    expect(await refuse({ triggerSource: 'magic' })).toMatchObject({ status: 400 })
  })

  it('shows a merchant only its own attempts', async () => {
    const { keys } = bench.app.other.sandbox
    const page = await bench.app.ok<Page>('listTopUpAttempts', {
      key: keys.full,
      query: { customerId },
    })
    expect(page.data).toEqual([])
  })
})

it('a live environment without a payment provider rejects the charge with a reason', async () => {
  const key = bench.app.live.keys.full
  await bench.app.ok('putCustomer', { key, params: { customerId }, body: {} })
  await bench.app.ok('createCreditCurrency', {
    key,
    body: { name: 'Money', slug: 'money', denomination: 'usd' },
  })
  const body = { customerId, creditCurrencyId: 'money', amountCents: 100 }
  expect(await bench.app.fails('topUp', { key, body })).toMatchObject({ code: 'TOPUP_REQUIRES_PM' })
  const forced = await bench.app.fails('topUp', { key, body: { ...body, forceForm: true } })
  expect(forced).toMatchObject({ status: 409, code: 'invalid_state' })
  expect(forced.message).toMatch(/provider/)
})
