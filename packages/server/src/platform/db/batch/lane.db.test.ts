import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/harness/database/testDatabase.ts'
import { createLane, Overtaken } from './lane.ts'
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

/** Writes an organization and answers how many of that name it saw before. */
const add =
  (id: string, name: string): PipelinedWork<number> =>
  async (session) => {
    const [seen] = await session.query<{ count: number }>(COUNT, [name])
    return { result: seen?.count ?? 0, writes: [session.query(INSERT, [id, name])] }
  }

const idsOf = async (name: string) =>
  (
    await database.pool.query('SELECT id FROM organizations WHERE name = $1 ORDER BY id', [name])
  ).rows.map(({ id }) => id)

/** Runs the second as soon as the first makes way. */
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
  it('sends a transaction behind another one, which it sees committed', async () => {
    const { outcomes, done } = await chase(add('org_a1', 'a'), add('org_a2', 'a'))
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 0 },
      { status: 'fulfilled', value: 1 },
    ])
    expect(done).toEqual(['first', 'second'])
    expect(await idsOf('a')).toEqual(['org_a1', 'org_a2'])
  })

  it('lets nothing be written behind one that failed, whose turn it is again first', async () => {
    await database.pool.query("INSERT INTO organizations VALUES ('org_b0', 'taken', now())")
    const { outcomes } = await chase(add('org_b0', 'b'), add('org_b2', 'b'))
    expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: expect.any(Overtaken) })
    expect(await idsOf('b')).toEqual([])
  })

  it('goes on after a failure, on a connection in good order', async () => {
    const lane = createLane(database.hotPool)
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(lane.run(add('org_b0', 'c'), () => {})).rejects.toMatchObject({ code: '23505' })
    }
    expect(await lane.run(add('org_c1', 'c'), () => {})).toBe(0)
    expect(await idsOf('c')).toEqual(['org_c1'])
    expect(database.hotPool.idleCount).toBe(database.hotPool.totalCount)
  })

  it('lets stand what rests on nothing before it, and what follows wait', async () => {
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
    expect(third).toMatchObject({ status: 'rejected', reason: expect.any(Overtaken) })
    expect(await idsOf('f')).toEqual(['org_f2'])
  })

  it('keeps its connection when the database only refuses', async () => {
    const lane = createLane(database.hotPool)
    const WHO = { name: 'who', text: 'SELECT pg_backend_pid() AS pid' }
    const who: PipelinedWork<number> = async (session) => {
      const [row] = await session.query<{ pid: number }>(WHO, [])
      return { result: row?.pid ?? 0 }
    }
    await lane.run(add('org_g1', 'g'), () => {})
    const pid = await lane.run(who, () => {})
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(lane.run(add('org_g1', 'g'), () => {})).rejects.toMatchObject({ code: '23505' })
      expect(await lane.run(who, () => {})).toBe(pid)
    }
  })

  it('makes no way when the work throws before it has written', async () => {
    const lane = createLane(database.hotPool)
    let ways = 0
    await expect(
      lane.run(
        async (session) => {
          await session.query(COUNT, ['d'])
          throw new Error('changed its mind')
        },
        () => {
          ways += 1
        },
      ),
    ).rejects.toThrow('changed its mind')
    expect(ways).toBe(0)
    expect(await lane.run(add('org_d1', 'd'), () => {})).toBe(0)
  })

  it('gives its connection back from time to time, however long it is kept busy', async () => {
    const lane = createLane(database.hotPool)
    const read: PipelinedWork<void> = async (session) => {
      await session.query(COUNT, ['e'])
      return { result: undefined }
    }
    let ways = 0
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        ways += 1
        lane.run(read, next).then(() => {
          // The last one makes no way: nothing is behind it.
          if (database.hotPool.idleCount === database.hotPool.totalCount) resolve()
        }, reject)
      }
      next()
    })
    expect(ways).toBe(1_000)
  })
})
