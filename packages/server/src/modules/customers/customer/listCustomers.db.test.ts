import type { Customer } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

interface Page {
  data: Customer[]
  nextCursor: string | null
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const put = (key: string, customerId: string, body: Record<string, unknown> = {}) =>
  app.ok<Customer>('putCustomer', { key, params: { customerId }, body })

async function walk(
  key: string,
  query: Record<string, string | number>,
  between: (pages: number) => Promise<void> = async () => {},
): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const page: Page = await app.ok<Page>('listCustomers', {
      key,
      query: { ...query, ...(cursor !== null && { cursor }) },
    })
    ids.push(...page.data.map(({ id }) => id))
    sizes.push(page.data.length)
    cursor = page.nextCursor
    await between(sizes.length)
  } while (cursor !== null)
  return { ids, sizes }
}

describe('listCustomers', () => {
  it('returns every customer once, newest first, even with identical timestamps', async () => {
    const key = app.sandbox.keys.full
    const made: string[] = []
    for (let number = 0; number < 45; number += 1) {
      // Fifteen customers share a timestamp, so pages end between equal timestamps.
      if (number % 15 === 0) app.clock.advance({ seconds: 1 })
      const id = `walk-${String(number).padStart(2, '0')}`
      await put(key, id)
      made.push(id)
    }
    const { ids, sizes } = await walk(key, { limit: 10 })
    expect(sizes).toEqual([10, 10, 10, 10, 5])
    expect(ids).toEqual(made.toReversed())
    expect((await walk(key, { limit: 45 })).sizes).toEqual([45])
    expect((await walk(key, { limit: 1_000 })).sizes).toEqual([45])
    expect((await walk(key, {})).sizes).toEqual([20, 20, 5])
  })

  it('is not affected by customers that are created, changed or deleted in the meantime', async () => {
    const key = app.other.sandbox.keys.full
    const made = Array.from({ length: 25 }, (_, number) => `stable-${number}`)
    for (const id of made) await put(key, id)
    const { ids } = await walk(key, { limit: 10 }, async (pages) => {
      app.clock.advance({ seconds: 1 })
      await put(key, `newcomer-${pages}`)
      await put(key, 'stable-3', { name: `changed ${pages}` })
    })
    expect(ids.filter((id) => id.startsWith('stable')).sort()).toEqual(made.sort())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('pages through ids of any length and script', async () => {
    const key = app.other.live.keys.full
    const long = ['用', 'é', '😀', '"', '\\', '\u0001', 'a'].map((text) => text.repeat(255))
    const made = long.map((id) => id.slice(0, 254))
    for (const id of made) await put(key, id)
    const { ids } = await walk(key, { limit: 1 })
    expect(ids.sort()).toEqual(made.sort())
  })

  it('rejects cursors that it did not issue', async () => {
    const forged = (at: number, id: string) =>
      Buffer.from(`${at} ${id}`, 'utf16le').toString('base64url')
    for (const cursor of [
      '',
      'x',
      'null',
      '\0',
      '-1',
      Buffer.from('[0,"a"]').toString('base64url'),
      forged(Date.UTC(-5000, 0), 'a'),
      forged(8.64e15, 'a'),
      forged(0, 'a\0'),
      'x'.repeat(1_001),
    ]) {
      const error = await app.fails('listCustomers', { query: { cursor } })
      expect({ status: error.status, code: error.code }, JSON.stringify(cursor)).toEqual({
        status: 400,
        code: 'invalid_request',
      })
    }
  })

  it('returns an empty page for a valid cursor past the end', async () => {
    const cursor = Buffer.from('0 a', 'utf16le').toString('base64url')
    expect(await app.ok('listCustomers', { query: { cursor } })).toEqual({
      data: [],
      nextCursor: null,
    })
  })
})

describe('searching customers', () => {
  const search = async (text: string, more: Record<string, string> = {}) => {
    const { data } = await app.ok<Page>('listCustomers', {
      key: app.live.keys.full,
      query: { search: text, ...more },
    })
    return data.map(({ id }) => id).sort()
  }
  beforeAll(async () => {
    const key = app.live.keys.full
    await put(key, 'rate_100%', { name: 'Percent' })
    await put(key, 'rateX100Y', { name: 'Letters' })
    await put(key, 'c-3', { name: 'Ünal Öz', email: 'unal@example.com', kind: 'slg' })
    await put(key, 'c-4', { name: 'back\\slash', email: 'Back@Example.com' })
  })

  it('finds parts of the id, name or email, ignoring case', async () => {
    expect(await search('RATE')).toEqual(['rateX100Y', 'rate_100%'])
    expect(await search('Öz')).toEqual(['c-3'])
    expect(await search('@EXAMPLE.com')).toEqual(['c-3', 'c-4'])
    expect(await search('nobody')).toEqual([])
  })

  it('treats the search text literally, not as a pattern', async () => {
    expect(await search('_')).toEqual(['rate_100%'])
    expect(await search('%')).toEqual(['rate_100%'])
    expect(await search('rate_')).toEqual(['rate_100%'])
    expect(await search('100%')).toEqual(['rate_100%'])
    expect(await search('\\')).toEqual(['c-4'])
    expect(await search('k\\s')).toEqual(['c-4'])
    expect(await search("'; DROP TABLE customers;--")).toEqual([])
  })

  it('can be combined with the kind', async () => {
    expect(await search('example', { kind: 'slg' })).toEqual(['c-3'])
    expect(await search('example', { kind: 'plg' })).toEqual(['c-4'])
  })

  it('rejects invalid search text', async () => {
    for (const query of [{ search: 'a\0' }, { search: 'x'.repeat(201) }, { kind: 'vip' }]) {
      expect((await app.fails('listCustomers', { query })).status).toBe(400)
    }
  })
})
