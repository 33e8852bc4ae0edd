import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import { createLane, PreviousTransactionFailed } from './lane.ts'
import type { PipelinedWork } from './pipeline.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const COUNT = {
  name: 'count-organizations',
  text: 'SELECT count(*)::int AS count FROM organizations WHERE name = $1',
}
const INSERT = {
  name: 'insert-organization',
  text: 'INSERT INTO organizations (id, name, created_at) VALUES ($1, $2, now())',
}

/** Inserts an organization and returns how many of that name it saw before. */
const add =
  (id: string, name: string): PipelinedWork<number> =>
  async (session) => {
    const [existing] = await session.query<{ count: number }>(COUNT, [name])
    return { result: existing?.count ?? 0, writes: [session.query(INSERT, [id, name])] }
  }

const idsOf = async (name: string) =>
  (
    await database.pool.query('SELECT id FROM organizations WHERE name = $1 ORDER BY id', [name])
  ).rows.map(({ id }) => id)

/** Runs the second transaction as soon as the first makes way. */
function chase<A, B>(first: PipelinedWork<A>, second: PipelinedWork<B>) {
  const lane = createLane(database.hotPool)
  const done: string[] = []
  return new Promise<{ outcomes: PromiseSettledResult<A | B>[]; done: string[] }>((resolve) => {
    const one = lane.run(first, () => {
      const two = lane.run(second, () => {})
      two.finally(() => done.push('second')).catch(() => {})
      resolve(Promise.allSettled<A | B>([one, two]).then((outcomes) => ({ outcomes, done })))
    })
    one.finally(() => done.push('first')).catch(() => {})
  })
}

describe('a lane', () => {
  it('sends a transaction behind another one and sees its commit', async () => {
    const { outcomes, done } = await chase(add('org_a1', 'a'), add('org_a2', 'a'))
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 0 },
      { status: 'fulfilled', value: 1 },
    ])
    expect(done).toEqual(['first', 'second'])
    expect(await idsOf('a')).toEqual(['org_a1', 'org_a2'])
  })

  it('writes nothing behind a failed transaction, which then runs again first', async () => {
    await database.pool.query("INSERT INTO organizations VALUES ('org_b0', 'taken', now())")
    const { outcomes } = await chase(add('org_b0', 'b'), add('org_b2', 'b'))
    expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    expect(outcomes[1]).toMatchObject({
      status: 'rejected',
      reason: expect.any(PreviousTransactionFailed),
    })
    expect(await idsOf('b')).toEqual([])
  })

  it('continues after a failure, on a usable connection', async () => {
    const lane = createLane(database.hotPool)
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(lane.run(add('org_b0', 'c'), () => {})).rejects.toMatchObject({ code: '23505' })
    }
    expect(await lane.run(add('org_c1', 'c'), () => {})).toBe(0)
    expect(await idsOf('c')).toEqual(['org_c1'])
    expect(database.hotPool.idleCount).toBe(database.hotPool.totalCount)
  })

  it('keeps an independent transaction after a failure, and the transactions behind it must run again', async () => {
    const lane = createLane(database.hotPool)
    const alone: PipelinedWork<string> = async (session) => ({
      result: 'alone',
      writes: [session.query(INSERT, ['org_f2', 'f'])],
      standsAlone: true,
    })
    const runs: Promise<unknown>[] = []
    await new Promise<void>((resolve) => {
      const third = () => runs.push(lane.run(add('org_f3', 'f'), resolve)) && resolve()
      const second = () => runs.push(lane.run(alone, third))
      runs.push(lane.run(add('org_b0', 'f'), second))
    })
    const [first, second, third] = await Promise.allSettled(runs)
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    expect(second).toEqual({ status: 'fulfilled', value: 'alone' })
    expect(third).toMatchObject({
      status: 'rejected',
      reason: expect.any(PreviousTransactionFailed),
    })
    expect(await idsOf('f')).toEqual(['org_f2'])
  })

  it('keeps its connection when the database only refuses a statement', async () => {
    const lane = createLane(database.hotPool)
    const WHO = { name: 'who', text: 'SELECT pg_backend_pid() AS pid' }
    const readBackendPid: PipelinedWork<number> = async (session) => {
      const [row] = await session.query<{ pid: number }>(WHO, [])
      return { result: row?.pid ?? 0 }
    }
    await lane.run(add('org_g1', 'g'), () => {})
    const pid = await lane.run(readBackendPid, () => {})
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(lane.run(add('org_g1', 'g'), () => {})).rejects.toMatchObject({ code: '23505' })
      expect(await lane.run(readBackendPid, () => {})).toBe(pid)
    }
  })

  it('does not make way when the work throws before writing', async () => {
    const lane = createLane(database.hotPool)
    let calls = 0
    await expect(
      lane.run(
        async (session) => {
          await session.query(COUNT, ['d'])
          throw new Error('changed its mind')
        },
        () => {
          calls += 1
        },
      ),
    ).rejects.toThrow('changed its mind')
    expect(calls).toBe(0)
    expect(await lane.run(add('org_d1', 'd'), () => {})).toBe(0)
  })

  it('returns its connection from time to time, even under constant load', async () => {
    const lane = createLane(database.hotPool)
    const read: PipelinedWork<void> = async (session) => {
      await session.query(COUNT, ['e'])
      return { result: undefined }
    }
    let calls = 0
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        calls += 1
        lane.run(read, next).then(() => {
          // The last transaction does not make way because nothing follows it.
          if (database.hotPool.idleCount === database.hotPool.totalCount) resolve()
        }, reject)
      }
      next()
    })
    expect(calls).toBe(1_000)
  })
})
