import { PurserError, UnauthorizedError } from '@purser/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFixedToken, createTokenSource, type PortalToken } from './createTokenSource.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')

/** A token issued some seconds from now, with a lifetime in seconds. */
function token(name: string, lifetime: number, issued = 0): string {
  const iat = Date.now() / 1000 + issued
  const payload = JSON.stringify({ sub: name, iat, exp: iat + lifetime })
  return `e30.${Buffer.from(payload).toString('base64url')}.${name}`
}

const nameOf = (held: PortalToken | undefined): string => held?.token.split('.')[2] ?? ''

const refusal = new UnauthorizedError({
  code: 'unauthorized',
  message: 'No.',
  status: 401,
  requestId: 'req_1',
})

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A source whose getter returns t1, t2, … with a lifetime in seconds. */
function counting(lifetime: number, issued = 0) {
  let calls = 0
  const source = createTokenSource(async () => {
    calls += 1
    return token(`t${calls}`, lifetime, issued)
  })
  return { source, calls: () => calls, next: async () => nameOf(await source.get()) }
}

describe('a token that the app fetches', () => {
  test('is fetched on first use, once for all concurrent requests', async () => {
    const { source, calls } = counting(3_600)
    expect(calls()).toBe(0)
    const [one, two] = await Promise.all([source.get(), source.get()])
    expect([one === two, calls()]).toEqual([true, 1])
    await source.get()
    expect(calls()).toBe(1)
  })

  test.each([
    ['a long one in its last minute', 3_600, 3_539, 3_540],
    ['a short one in its last tenth', 100, 89, 90],
  ])('is renewed before it expires: %s', async (_name, lifetime, stillGood, renewedAt) => {
    const { next } = counting(lifetime)
    expect(await next()).toBe('t1')
    vi.setSystemTime(NOW + stillGood * 1000)
    expect(await next()).toBe('t1')
    vi.setSystemTime(NOW + renewedAt * 1000)
    expect(await next()).toBe('t2')
  })

  test('is renewed before it expires, even if the app cached it for a while', async () => {
    const { next } = counting(3_600, -1_800)
    expect(await next()).toBe('t1')
    vi.setSystemTime(NOW + 1_740_000)
    expect(await next()).toBe('t2')
  })

  test.each([
    ['ahead', -86_400],
    ['behind', 86_400],
  ])('lasts its lifetime even if the clock is a day %s', async (_name, issued) => {
    const { next } = counting(3_600, issued)
    expect(await next()).toBe('t1')
    vi.setSystemTime(NOW + 3_539_000)
    expect(await next()).toBe('t1')
    vi.setSystemTime(NOW + 3_540_000)
    expect(await next()).toBe('t2')
  })

  test('is kept until it is refused if it has no expiry', async () => {
    const source = createTokenSource(async () => 'opaque')
    expect(await source.get()).toMatchObject({ token: 'opaque' })
    vi.setSystemTime(NOW + 1e12)
    expect(await source.get()).toMatchObject({ token: 'opaque' })
  })

  test('is used until it expires if no new one can be fetched', async () => {
    let isDown = false
    const source = createTokenSource(async () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return token('old', 1_000)
    })
    await source.get()
    isDown = true
    vi.setSystemTime(NOW + 950_000)
    expect(nameOf(await source.get())).toBe('old')
    vi.setSystemTime(NOW + 1_000_000)
    await expect(source.get()).rejects.toMatchObject({ code: 'connection_failed' })
    isDown = false
    expect(nameOf(await source.get())).toBe('old')
  })

  test('reports the reason if it cannot be fetched, and is fetched again the next time', async () => {
    let tries = 0
    const source = createTokenSource(() => {
      tries += 1
      throw new Error('signed out')
    })
    const failure = await source.get().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PurserError)
    expect(failure).toMatchObject({ code: 'connection_failed', status: null })
    expect((failure as Error).message).toContain('signed out')
    await source.get().catch(() => {})
    expect(tries).toBe(2)
  })

  test('is replaced once if several requests are refused at the same time', async () => {
    const { source, calls } = counting(3_600)
    const first = await source.get()
    const fresh = await Promise.all([source.replace?.(first), source.replace?.(first)])
    expect([...new Set(fresh)].map(nameOf)).toEqual(['t2'])
    expect(nameOf(await source.replace?.(first))).toBe('t2')
    expect(calls()).toBe(2)
  })

  test('is not fetched a third time if the second token is the same', async () => {
    let calls = 0
    const source = createTokenSource(async () => {
      calls += 1
      return 'opaque'
    })
    const first = await source.get()
    await source.replace?.(first)
    await source.replace?.(first)
    expect(calls).toBe(2)
  })

  test('is not fetched again after giving up, until the user explicitly retries', async () => {
    const { source, calls, next } = counting(3_600)
    const first = await source.get()
    source.giveUp(refusal)
    await expect(source.get()).rejects.toBe(refusal)
    await expect(source.replace?.(first)).rejects.toBe(refusal)
    expect(calls()).toBe(1)
    source.revive()
    expect(await next()).toBe('t2')
    source.revive()
    expect(await next()).toBe('t2')
  })
})

describe('a fixed token', () => {
  test('cannot be replaced or revived', async () => {
    const source = createFixedToken('abc')
    expect([await source.get(), source.replace]).toEqual([{ token: 'abc' }, null])
    source.giveUp(refusal)
    source.revive()
    await expect(source.get()).rejects.toBe(refusal)
  })
})
