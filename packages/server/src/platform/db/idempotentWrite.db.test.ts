import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { PurserError } from '../../kernel/errors.ts'
import { createDatabase, type Tx } from './database.ts'
import {
  type IdempotencyRequest,
  idempotentStagedWrite,
  idempotentWrite,
  purgeIdempotencyKeys,
  type StoredResponse,
  type WriteResponse,
} from './idempotentWrite.ts'
import { createPool } from './pool.ts'
import { startCuttingProxy } from './testing/cuttingProxy.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const NOW = new Date('2026-01-15T12:00:00.000Z')
const later = (millis: number) => new Date(NOW.getTime() + millis)
const DAY = 24 * 60 * 60 * 1000

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`
    CREATE TABLE effects (id serial PRIMARY KEY, name text NOT NULL);
    GRANT SELECT, INSERT ON effects TO purser_app;
    GRANT USAGE ON SEQUENCE effects_id_seq TO purser_app;
    INSERT INTO organizations VALUES ('org_1', 'Acme', now());
    INSERT INTO environments SELECT id, 'org_1', kind, 'Acme', NULL, NULL, NULL, 'usd', 'UTC', '', now(), now()
      FROM (VALUES ('env_1', 'sandbox'), ('env_2', 'live')) AS e (id, kind)`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('TRUNCATE effects, idempotency_keys'))

const request = (changes: Partial<IdempotencyRequest> = {}): IdempotencyRequest => ({
  environmentId: 'env_1',
  caller: 'key_1',
  key: 'k',
  requestHash: hash('PUT /x {}'),
  now: NOW,
  encryptionKey: Buffer.alloc(32, 1),
  ...changes,
})

const effect =
  (name = 'x') =>
  async (tx: Tx) => {
    const { rows } = await sql<{ id: number }>`
    INSERT INTO effects (name) VALUES (${name}) RETURNING id`.execute(tx)
    return { status: 200, body: JSON.stringify({ id: rows[0]?.id, name }) }
  }

const count = async (table: 'effects' | 'idempotency_keys') =>
  (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n
const readState = async () => ({
  effects: await count('effects'),
  keys: await count('idempotency_keys'),
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof PurserError ? error.code : String(error)),
  )

describe('a write with an idempotency key', () => {
  it('happens once and returns the same bytes from then on', async () => {
    const first = await idempotentWrite(database.db, request(), effect())
    const second = await idempotentWrite(database.db, request({ now: later(DAY - 1) }), effect())
    expect(first.replayed).toBe(false)
    expect(second).toEqual({ ...first, replayed: true })
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('has one effect when 50 requests arrive at once; the others get a replay or must retry later', async () => {
    const served: WriteResponse[] = []
    const refused: string[] = []
    await Promise.all(
      Array.from({ length: 50 }, () =>
        idempotentWrite(database.db, request(), effect()).then(
          (answer) => served.push(answer),
          (error) => refused.push(error.code),
        ),
      ),
    )
    expect(served.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(served.map(({ body }) => body)).size).toBe(1)
    expect(refused.filter((code) => code !== 'idempotency_in_progress')).toEqual([])
    expect(served.length + refused.length).toBe(50)
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('must be retried later while the first request runs, and is a replay afterwards', async () => {
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = idempotentWrite(database.db, request(), async (tx) => {
      running.resolve()
      await finish.promise
      return effect()(tx)
    })
    await running.promise
    const meanwhile = idempotentWrite(database.db, request(), effect())
    await expect(meanwhile).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      status: 409,
      retryAfterSeconds: 1,
    })
    finish.resolve()
    const { body } = await first
    expect(await idempotentWrite(database.db, request(), effect())).toEqual({
      status: 200,
      body,
      replayed: true,
    })
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('is refused when the key was used for another request', async () => {
    await idempotentWrite(database.db, request(), effect())
    const other = request({ requestHash: hash('PUT /x {"a":1}') })
    expect(await codeOf(idempotentWrite(database.db, other, effect()))).toBe(
      'idempotency_key_reused',
    )
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('shares its key with no other caller and no other environment', async () => {
    for (const changes of [{}, { caller: 'key_2' }, { environmentId: 'env_2' }, { key: 'k2' }]) {
      const answer = await idempotentWrite(database.db, request(changes), effect())
      expect(answer.replayed, JSON.stringify(changes)).toBe(false)
    }
    expect(await readState()).toEqual({ effects: 4, keys: 4 })
  })

  it('leaves its key free when it fails', async () => {
    const failing = idempotentWrite(database.db, request(), async (tx) => {
      await effect()(tx)
      throw new PurserError('invalid_state', 'no')
    })
    expect(await codeOf(failing)).toBe('invalid_state')
    expect(await readState()).toEqual({ effects: 0, keys: 0 })
    const again = await idempotentWrite(
      database.db,
      request({ requestHash: hash('mended') }),
      effect('mended'),
    )
    expect(again.replayed).toBe(false)
  })

  it('runs again with its key after a deadlock', async () => {
    let tries = 0
    const answer = await idempotentWrite(database.db, request(), async (tx) => {
      tries += 1
      if (tries === 1) {
        await sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`)}`.execute(
          tx,
        )
      }
      return effect()(tx)
    })
    expect({ tries, replayed: answer.replayed }).toEqual({ tries: 2, replayed: false })
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('may reuse its key after 24 hours, even for another request', async () => {
    await idempotentWrite(database.db, request(), effect('first'))
    const repeated = request({ requestHash: hash('another'), now: later(DAY) })
    const answer = await idempotentWrite(database.db, repeated, effect('second'))
    expect(answer.replayed).toBe(false)
    expect((await idempotentWrite(database.db, repeated, effect())).body).toBe(answer.body)
    expect(await readState()).toEqual({ effects: 2, keys: 1 })
  })

  it('happens every time if it has no key, and stores nothing', async () => {
    await idempotentWrite(database.db, null, effect())
    await idempotentWrite(database.db, null, effect())
    expect(await readState()).toEqual({ effects: 2, keys: 0 })
  })
})

describe('a crash', () => {
  it('between the effect and the commit leaves neither effect nor key', async () => {
    const dying = idempotentWrite(database.db, request(), async (tx) => {
      const answer = await effect()(tx)
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await owner.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      return answer
    })
    expect(await codeOf(dying)).toBe('unavailable')
    expect(await readState()).toEqual({ effects: 0, keys: 0 })
    expect((await idempotentWrite(database.db, request(), effect())).replayed).toBe(false)
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('between the commit and the answer leaves both, and a retry gets a replay', async () => {
    const proxy = await startCuttingProxy(database.url)
    const pool = createPool({ connectionString: proxy.url, max: 1, as: 'app' })
    try {
      const dying = idempotentWrite(createDatabase(pool), request(), async (tx) => {
        const answer = await effect()(tx)
        proxy.swallowAnswerTo('commit')
        return answer
      })
      expect(await codeOf(dying)).toBe('unavailable')
      await proxy.swallowed
      expect(await readState()).toEqual({ effects: 1, keys: 1 })
      const retry = await idempotentWrite(database.db, request(), effect())
      expect(retry).toMatchObject({ status: 200, replayed: true })
      expect(await readState()).toEqual({ effects: 1, keys: 1 })
    } finally {
      await pool.end()
      await proxy.stop()
    }
  })
})

describe('a staged write', () => {
  const LEASE = 60_000
  const DONE: StoredResponse = { status: 200, body: '{"done":true}' }
  const REFUSED: StoredResponse = { status: 402, body: '{"error":"declined"}' }

  /** Starts with an effect whose id is the ticket. Resumes as given and records the ticket. */
  const stages = (resume: () => Promise<StoredResponse> = async () => DONE) => {
    const resumed: string[] = []
    return {
      resumed,
      run: (idempotency: IdempotencyRequest | null = request()) =>
        idempotentStagedWrite(
          database.db,
          idempotency,
          async (tx) => ({ ticket: String(JSON.parse((await effect()(tx)).body).id) }),
          (ticket) => {
            resumed.push(ticket)
            return resume()
          },
        ),
    }
  }
  const dying = () => stages(() => Promise.reject(new Error('the process died')))
  /** Simulates a process that dies between the stages and holds the key until its lease ends. */
  const die = async () => {
    const { run, resumed } = dying()
    await run().catch(() => undefined)
    await owner.query('UPDATE idempotency_keys SET running_until = $1', [later(LEASE)])
    return resumed[0]
  }

  it('happens once and returns the same answer from then on', async () => {
    const { run, resumed } = stages()
    expect(await run()).toEqual({ ...DONE, replayed: false })
    expect(await run(request({ now: later(DAY - 1) }))).toEqual({ ...DONE, replayed: true })
    expect(resumed).toHaveLength(1)
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('stores a refusal that is a final outcome like any other answer', async () => {
    const first = stages(async () => REFUSED)
    expect(await first.run()).toEqual({ ...REFUSED, replayed: false })
    const second = stages()
    expect(await second.run()).toEqual({ ...REFUSED, replayed: true })
    expect(second.resumed).toEqual([])
  })

  it('has no second stage when the first stage answers', async () => {
    const run = () =>
      idempotentStagedWrite(
        database.db,
        request(),
        async (tx) => ({ answer: await effect()(tx) }),
        () => Promise.reject(new Error('there is nothing to resume')),
      )
    const first = await run()
    expect(await run()).toEqual({ ...first, replayed: true })
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('leaves its key free when its first stage fails', async () => {
    const failing = idempotentStagedWrite(
      database.db,
      request(),
      async (tx) => {
        await effect()(tx)
        throw new PurserError('invalid_state', 'no')
      },
      async () => DONE,
    )
    expect(await codeOf(failing)).toBe('invalid_state')
    expect(await readState()).toEqual({ effects: 0, keys: 0 })
  })

  it('is resumed immediately by the next request when its second stage fails', async () => {
    const first = stages(() => Promise.reject(new PurserError('unavailable', 'no answer')))
    expect(await codeOf(first.run())).toBe('unavailable')
    const second = stages()
    expect(await second.run()).toEqual({ ...DONE, replayed: false })
    expect(second.resumed).toEqual(first.resumed)
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('makes others wait while it runs, including its second stage', async () => {
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<StoredResponse>()
    const first = stages(() => {
      running.resolve()
      return finish.promise
    }).run()
    await running.promise
    expect(await codeOf(stages().run())).toBe('idempotency_in_progress')
    finish.resolve(DONE)
    await first
    expect(await stages().run()).toEqual({ ...DONE, replayed: true })
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('is taken over after its process died and its lease ended, not before', async () => {
    const ticket = await die()
    const second = stages()
    expect(await codeOf(second.run(request({ now: later(LEASE - 1) })))).toBe(
      'idempotency_in_progress',
    )
    expect(await second.run(request({ now: later(LEASE) }))).toEqual({ ...DONE, replayed: false })
    expect(second.resumed).toEqual([ticket])
    expect(await readState()).toEqual({ effects: 1, keys: 1 })
  })

  it('is taken over by exactly one of 20 concurrent requests', async () => {
    await die()
    const { run, resumed } = stages()
    const now = later(LEASE)
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(run(request({ now })))))
    expect(resumed).toHaveLength(1)
    const others = codes.filter((code) => code !== 'succeeded')
    expect(others.filter((code) => code !== 'idempotency_in_progress')).toEqual([])
  })

  it('keeps the first answer if two processes resumed it', async () => {
    const finish = Promise.withResolvers<StoredResponse>()
    const running = Promise.withResolvers<void>()
    const slow = stages(() => {
      running.resolve()
      return finish.promise
    }).run()
    await running.promise
    await stages().run(request({ now: later(LEASE) }))
    finish.resolve({ status: 200, body: '{"late":true}' })
    await slow
    expect(await stages().run()).toEqual({ ...DONE, replayed: true })
  })

  it('is refused when the key was used for another request, even while it is unfinished', async () => {
    await die()
    const other = request({ requestHash: hash('PUT /x {"a":1}'), now: later(LEASE) })
    expect(await codeOf(stages().run(other))).toBe('idempotency_key_reused')
  })

  it('may reuse its key after 24 hours, finished or not', async () => {
    await die()
    const { run, resumed } = stages()
    expect(await run(request({ now: later(DAY) }))).toEqual({ ...DONE, replayed: false })
    expect(resumed).toHaveLength(1)
    expect(await readState()).toEqual({ effects: 2, keys: 1 })
  })

  it('happens every time if it has no key, and stores nothing', async () => {
    const { run } = stages()
    await run(null)
    await run(null)
    expect(await readState()).toEqual({ effects: 2, keys: 0 })
  })
})

describe('purging', () => {
  it('deletes exactly the expired keys, to the millisecond', async () => {
    await idempotentWrite(database.db, request({ key: 'old' }), effect())
    await idempotentWrite(database.db, request({ key: 'new', now: later(1) }), effect())
    expect(await purgeIdempotencyKeys(database.db, later(DAY - 1))).toBe(0)
    expect(await purgeIdempotencyKeys(database.db, later(DAY))).toBe(1)
    const { rows } = await owner.query('SELECT key FROM idempotency_keys')
    expect(rows).toEqual([{ key: 'new' }])
    expect(await purgeIdempotencyKeys(database.db, later(DAY + 1))).toBe(1)
  })
})
