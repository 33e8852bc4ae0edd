import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import { createPool } from '../pool.ts'
import { startCuttingProxy } from '../testing/cuttingProxy.ts'
import { TransactionAlreadyEnded } from './pipeline.ts'
import { withPipeline } from './withPipeline.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const INSERT = {
  name: 'insert-organization',
  text: 'INSERT INTO organizations (id, name, created_at) VALUES ($1, $2, now())',
}
const names = async () =>
  (await database.pool.query('SELECT name FROM organizations ORDER BY id')).rows.map(
    ({ name }) => name,
  )

describe('a pipelined transaction', () => {
  it('commits everything that was sent before it returns', async () => {
    const result = await withPipeline(database.hotPool, 'write', async (session) => ({
      result: 7,
      writes: [session.query(INSERT, ['org_1', 'one']), session.query(INSERT, ['org_2', 'two'])],
    }))
    expect(result).toBe(7)
    expect(await names()).toEqual(['one', 'two'])
  })

  it('keeps nothing when a statement fails, even if COMMIT was already sent', async () => {
    await expect(
      withPipeline(database.hotPool, 'write', async (session) => ({
        result: null,
        writes: [
          session.query(INSERT, ['org_3', 'three']),
          session.query(INSERT, ['org_1', 'again']),
          session.query(INSERT, ['org_4', 'four']),
        ],
      })),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await names()).toEqual(['one', 'two'])
  })

  it('keeps nothing when the work throws', async () => {
    await expect(
      withPipeline(database.hotPool, 'write', async (session) => {
        await session.query(INSERT, ['org_5', 'five'])
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await names()).toEqual(['one', 'two'])
  })

  it('leaves the connection usable after a failure', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await withPipeline(database.hotPool, 'write', async (session) => ({
        result: null,
        writes: [session.query(INSERT, ['org_1', 'again'])],
      })).catch(() => {})
    }
    expect(await names()).toEqual(['one', 'two'])
    expect(database.hotPool.totalCount).toBeLessThanOrEqual(6)
  })

  it('returns its own rows to each statement of a group', async () => {
    const VALUES = {
      name: 'values-of-all-kinds',
      text: 'SELECT $1::text AS t, $2::timestamptz AS at, $3::int8 AS n, $4::boolean AS b',
    }
    const NOTHING = { name: 'no-rows', text: 'SELECT 1 AS one WHERE false' }
    const at = new Date('2026-01-15T12:34:56.789Z')
    // Twice, because rows are described only the first time.
    for (let turn = 0; turn < 2; turn += 1) {
      const rows = await withPipeline(database.hotPool, 'read', async (session) => ({
        result: await Promise.all([
          session.query(VALUES, ['a "quoted" \\ text', at, 7, true]),
          session.query(NOTHING, []),
          session.query(VALUES, [null, null, null, null]),
        ]),
      }))
      expect(rows).toEqual([
        [{ t: 'a "quoted" \\ text', at, n: 7, b: true }],
        [],
        [{ t: null, at: null, n: null, b: null }],
      ])
    }
  })

  it('refuses a parameter that it cannot format, and sends nothing', async () => {
    await expect(
      withPipeline(database.hotPool, 'write', async (session) => ({
        result: await session.query(INSERT, ['org_8', { name: 'eight' }]),
      })),
    ).rejects.toThrow('a object cannot be a parameter')
    expect(await names()).toEqual(['one', 'two'])
  })

  it('refuses a write in read mode', async () => {
    await expect(
      withPipeline(database.hotPool, 'read', async (session) => ({
        result: await session.query(INSERT, ['org_6', 'six']),
      })),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('reads one snapshot, even if others commit between two round trips', async () => {
    const COUNT = { name: 'count', text: 'SELECT count(*)::int AS count FROM organizations' }
    const counts = await withPipeline(database.hotPool, 'read', async (session) => {
      const before = await session.query(COUNT, [])
      await database.pool.query("INSERT INTO organizations VALUES ('org_9', 'nine', now())")
      return { result: [before, await session.query(COUNT, [])] }
    })
    expect(counts[1]).toEqual(counts[0])
  })

  it('reads one snapshot in one round trip and allows no second one', async () => {
    const COUNT = { name: 'count', text: 'SELECT count(*)::int AS count FROM organizations' }
    const WAIT = { name: 'wait', text: 'SELECT pg_sleep(0.3)' }
    const looking = withPipeline(database.hotPool, 'readInOneRoundTrip', async (session) => ({
      result: await Promise.all([COUNT, WAIT, COUNT].map((each) => session.query(each, []))),
    }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await database.pool.query("INSERT INTO organizations VALUES ('org_10', 'ten', now())")
    const [before, , after] = await looking
    expect(after).toEqual(before)
    const twice = withPipeline(database.hotPool, 'readInOneRoundTrip', async (session) => {
      await session.query(COUNT, [])
      return { result: await session.query(COUNT, []) }
    })
    await expect(twice).rejects.toBeInstanceOf(TransactionAlreadyEnded)
    const write = withPipeline(database.hotPool, 'readInOneRoundTrip', async (session) => ({
      result: await session.query(INSERT, ['org_6', 'six']),
    }))
    await expect(write).rejects.toMatchObject({ code: '25006' })
    expect(database.hotPool.idleCount).toBe(database.hotPool.totalCount)
  })

  it('answers 503 when the connection is cut at COMMIT, whether or not it committed', async () => {
    const proxy = await startCuttingProxy(database.url)
    const pool = createPool({ connectionString: proxy.url, max: 1, as: 'hot' })
    try {
      await pool.query('SELECT 1')
      proxy.swallowAnswerTo('COMMIT')
      await expect(
        withPipeline(pool, 'write', async (session) => ({
          result: null,
          writes: [session.query(INSERT, ['org_7', 'seven'])],
        })),
      ).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    } finally {
      await pool.end()
      await proxy.stop()
    }
  })
})
