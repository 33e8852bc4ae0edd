import type pg from 'pg'
import { expect } from 'vitest'
import { sandboxOracle } from '../../../src/modules/payments/testing/sandboxOracle.ts'
import { checkInvariants } from '../../../src/platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { eventually, runCommandHere, startPurser } from './purserProcess.ts'
import { createSeededInstallation } from './seededInstallation.ts'

export type MortalPurser = Awaited<ReturnType<typeof startMortalPurser>>

/** Longer than a server that works needs to stop, even on a busy machine. */
const STOP_MS = 120_000

interface HeldRows {
  /** Counts the sessions that wait for these rows. */
  countBlocked(): Promise<number>
  release(): Promise<void>
}

/**
 * Starts Purser in a separate process that a test can kill and restart. The database keeps running.
 * The test has a separate connection to it, to see the progress of the process and to block it.
 */
export async function startMortalPurser() {
  const { settings, remove } = await createSeededInstallation()
  const owner = createPool({ connectionString: settings.DATABASE_URL, max: 8, as: 'owner' })
  let purser = await startPurser(settings)

  const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
    (await owner.query(sql, values)).rows as T[]
  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await rows(sql, ...values)).length
  const has = async (sql: string, ...values: unknown[]): Promise<boolean> =>
    (await count(sql, ...values)) > 0

  /** Sends a request that must succeed. */
  async function send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const { baseUrl, secretKey } = purser.credentials
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': secretKey, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T
    if (response.status !== 200) throw new Error(JSON.stringify(answer))
    return answer
  }

  /** The connections that hold rows. A test that fails may leave some. */
  const holders = new Set<pg.PoolClient>()
  async function release(holder: pg.PoolClient): Promise<void> {
    if (!holders.delete(holder)) return
    await holder.query('ROLLBACK')
    holder.release()
  }

  let jobs = 0
  /** Adds a new job for any worker, because killed workers may hold locks on earlier jobs. */
  async function leaveJob(task: string): Promise<string> {
    jobs += 1
    const key = `test-${task}-${jobs}`
    await owner.query('SELECT graphile_worker.add_job($1, job_key => $2)', [task, key])
    return key
  }

  return {
    settings,
    rows,
    count,
    has,
    send,
    leaveJob,

    kill: () => purser.end('SIGKILL'),

    /** Starts Purser again after it was killed. */
    async revive(): Promise<void> {
      purser = await startPurser(settings)
    },

    /** Adds a job and waits until it is done. */
    async runJob(task: string): Promise<void> {
      const key = await leaveJob(task)
      await eventually(
        async () => !(await has('SELECT FROM graphile_worker.jobs WHERE key = $1', key)),
      )
    },

    /** Locks rows until they are released, so that other transactions wait. */
    async hold(sql: string, values: unknown[]): Promise<HeldRows> {
      const client = await owner.connect()
      holders.add(client)
      await client.query('BEGIN')
      await client.query(sql, values)
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      return {
        countBlocked: () =>
          count('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', rows[0]?.pid),
        release: () => release(client),
      }
    },

    setFaults: (...faults: Record<string, unknown>[]) =>
      send('PUT', '/v1/sandbox/faults', { faults }),

    /** Ends the leases of requests, so that any process may resume a request whose process died. */
    endLeases: () => owner.query('UPDATE idempotency_keys SET running_until = NULL'),

    /** Checks the invariants, compares the rows with the provider, and runs `purser doctor`. */
    async expectSoundBooks(): Promise<void> {
      expect(await checkInvariants(owner, sandboxOracle)).toEqual([])
      const doctor = await runCommandHere(['doctor'], settings)
      expect(doctor.stdout).not.toContain('FAIL')
      expect(doctor.code).toBe(0)
    },

    async end(): Promise<void> {
      await Promise.all([...holders].map(release))
      // After a failed test, the server may wait for a request that never ends.
      const deadline = setTimeout(() => purser.child.kill('SIGKILL'), STOP_MS)
      expect(await purser.end('SIGTERM')).toBe(0)
      clearTimeout(deadline)
      await owner.end()
      await remove()
    },
  }
}
