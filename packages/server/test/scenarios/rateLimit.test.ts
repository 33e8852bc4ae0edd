import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'

let app: TestApp
beforeAll(async () => {
  // The refill is so slow that no token returns during the test.
  app = await startTestApp({ rateLimit: { perSecond: 0.001, burst: 5 } })
})
afterAll(() => app.stop())

describe('the rate limit', () => {
  it('counts each key separately and answers 429 with Retry-After', async () => {
    const statuses: number[] = []
    for (let request = 0; request < 7; request += 1) {
      statuses.push((await app.call('getBranding')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const limited = await app.call('getBranding')
    expect(limited.headers.get('retry-after')).toBe('1000')
    expect(limited.body).toMatchObject({ error: { code: 'rate_limited' } })
    expect((await app.call('getBranding', { key: app.live.keys.full })).status).toBe(200)
  })

  it('counts requests with unknown keys by address', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push((await app.call('getBranding', { key: `sk_live_guess${guess}` })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})
