import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { PurserError } from '../../kernel/errors.ts'
import { createDatabase, type Tx } from './database.ts'
import { createPool } from './pool.ts'
import { withTransaction } from './withTransaction.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('CREATE TABLE counters (name text PRIMARY KEY, value integer NOT NULL)')
  await owner.query('GRANT SELECT, INSERT, UPDATE ON counters TO purser_app')
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => {
  await owner.query(`TRUNCATE counters`)
  await owner.query(`INSERT INTO counters VALUES ('a', 0), ('b', 0)`)
})

const increment = (tx: Tx, name: string) =>
  sql`UPDATE counters SET value = value + 1 WHERE name = ${name}`.execute(tx)
const values = async () =>
  (await owner.query('SELECT value FROM counters ORDER BY name')).rows.map(({ value }) => value)
const raise = (tx: Tx, code: string) =>
  sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${code}'; END $$`)}`.execute(
    tx,
  )

/** Blocks every caller until all have arrived. */
function barrier(parties: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === parties) resolve()
    return promise
  }
}

describe('a transaction', () => {
  it('keeps all of its work or none of it', async () => {
    const failing = withTransaction(database.db, async (tx) => {
      await increment(tx, 'a')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await values()).toEqual([0, 0])
    expect(
      await withTransaction(database.db, async (tx) => {
        await increment(tx, 'a')
        await increment(tx, 'b')
        return 'done'
      }),
    ).toBe('done')
    expect(await values()).toEqual([1, 1])
  })

  it('runs again after a deadlock with another transaction, and both succeed', async () => {
    const bothHoldOne = barrier(2)
    const anySuccess = Promise.withResolvers<void>()
    let tries = 0
    const cross = async (first: string, second: string) => {
      let attempt = 0
      await withTransaction(database.db, async (tx) => {
        attempt += 1
        tries += 1
        // Without this wait, a second try could run into the same deadlock again.
        if (attempt > 1) await anySuccess.promise
        await increment(tx, first)
        if (attempt === 1) await bothHoldOne()
        await increment(tx, second)
      })
      anySuccess.resolve()
    }
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    expect(tries).toBe(3)
    expect(await values()).toEqual([2, 2])
  })

  it('runs again from its beginning after a serialization failure', async () => {
    let attempt = 0
    const seen = await withTransaction(database.db, async (tx) => {
      attempt += 1
      await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
      const { rows } = await sql<{ value: number }>`
        SELECT value FROM counters WHERE name = 'a'`.execute(tx)
      // Another writer interferes, but only the first time.
      if (attempt === 1) await owner.query(`UPDATE counters SET value = 10 WHERE name = 'a'`)
      await increment(tx, 'a')
      return rows[0]?.value
    })
    expect({ attempt, seen }).toEqual({ attempt: 2, seen: 10 })
    expect(await values()).toEqual([11, 0])
  })

  it.each(['40001', '40P01'])('gives up when it fails with %s every time', async (code) => {
    let tries = 0
    const hopeless = withTransaction(database.db, async (tx) => {
      tries += 1
      await increment(tx, 'a')
      await raise(tx, code)
    })
    await expect(hopeless).rejects.toMatchObject({ code })
    expect(tries).toBe(5)
    expect(await values()).toEqual([0, 0])
  })

  it('does not run again after any other failure', async () => {
    let tries = 0
    const wrong = withTransaction(database.db, async (tx) => {
      tries += 1
      await sql`INSERT INTO counters VALUES ('a', 0)`.execute(tx)
    })
    await expect(wrong).rejects.toMatchObject({ code: '23505' })
    expect(tries).toBe(1)
  })
})

describe('a read transaction', () => {
  it('may not write', async () => {
    const writing = withTransaction(database.db, (tx) => increment(tx, 'a'), 'read')
    await expect(writing).rejects.toMatchObject({ code: '25006' })
    expect(await values()).toEqual([0, 0])
  })

  it('sees one snapshot, even if others commit in the meantime', async () => {
    const read = async (tx: Tx) =>
      (await sql<{ value: number }>`SELECT value FROM counters WHERE name = 'a'`.execute(tx)).rows
    const [before, after] = await withTransaction(
      database.db,
      async (tx) => {
        const first = await read(tx)
        await owner.query(`UPDATE counters SET value = 5 WHERE name = 'a'`)
        return [first, await read(tx)]
      },
      'read',
    )
    expect(after).toEqual(before)
    expect(await values()).toEqual([5, 0])
  })

  it('resets the connection: the next transaction may write', async () => {
    const pool = createPool({ connectionString: database.url, max: 1, as: 'app' })
    try {
      const db = createDatabase(pool)
      await withTransaction(db, (tx) => sql`SELECT 1`.execute(tx), 'read')
      await withTransaction(db, (tx) => increment(tx, 'b'))
      expect(await values()).toEqual([0, 1])
    } finally {
      await pool.end()
    }
  })
})

describe('an unreachable database', () => {
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => 'succeeded',
      (error: unknown) =>
        error instanceof PurserError ? `${error.status} ${error.retryAfterSeconds}` : String(error),
    )

  it('answers 503 when no server listens', async () => {
    const pool = createPool({
      connectionString: 'postgres://u:p@127.0.0.1:1/db',
      max: 1,
      as: 'app',
    })
    const db = createDatabase(pool)
    expect(await statusOf(withTransaction(db, (tx) => increment(tx, 'a')))).toBe('503 1')
    expect(await statusOf(withTransaction(db, (tx) => increment(tx, 'a'), 'read'))).toBe('503 1')
    await pool.end()
  })

  it('answers 503 when the connection breaks halfway, and the next transaction works', async () => {
    let tries = 0
    const broken = withTransaction(database.db, async (tx) => {
      tries += 1
      await increment(tx, 'a')
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await owner.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      await increment(tx, 'b')
    })
    expect(await statusOf(broken)).toBe('503 1')
    expect(tries).toBe(1)
    expect(await values()).toEqual([0, 0])
    for (let time = 0; time < 15; time += 1) {
      await withTransaction(database.db, (tx) => increment(tx, 'a'))
    }
    expect(await values()).toEqual([15, 0])
  })

  it('answers 503 when a lock is not granted in time', async () => {
    await owner.query('BEGIN')
    await owner.query(`UPDATE counters SET value = 1 WHERE name = 'a'`)
    const waiting = withTransaction(database.db, async (tx) => {
      await sql`SET LOCAL lock_timeout = '10ms'`.execute(tx)
      await increment(tx, 'a')
    })
    expect(await statusOf(waiting)).toBe('503 1')
    await owner.query('ROLLBACK')
  })
})
