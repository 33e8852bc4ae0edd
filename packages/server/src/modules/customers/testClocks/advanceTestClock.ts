import { setTimeout } from 'node:timers/promises'
import type { Clock, ClockKey } from '../../../kernel/clock.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/enqueue.ts'
import type { DueWork } from '../ports.ts'
import {
  claimClock,
  findTestClock,
  releaseClock,
  type TestClockRecord,
  updateTestClock,
} from './testClocks.sql.ts'

/** The job that advances a clock to its target. */
export const advanceJob = (key: ClockKey): Job => ({
  task: 'advanceTestClock',
  payload: { ...key },
  key: `advanceTestClock ${key.environmentId} ${key.testClockId}`,
})

/** The maximum duration of one job. A worker that shuts down waits for it. */
const SHIFT_MS = 20 * 1000
/** A clock that does not move is updated at this interval, so that the sweeper skips it. */
const HEARTBEAT_MS = 10 * 1000
const MAX_TRIES = 3
const RETRY_PAUSE_MS = 200
/** Work that is still due after this many rounds at one time never finishes. */
const MAX_ROUNDS = 1_000
/**
 * After this many rounds, wait between rounds, because another worker may be doing the due work.
 */
const ROUNDS_WITHOUT_PAUSE = 20
const ROUND_PAUSE_MS = 5

/** The result of one shift. `paused`: more work remains. `taken`: another worker holds the lock. */
type ShiftEnd = 'arrived' | 'paused' | 'taken'

/**
 * Advances a clock to its target, from one due time to the next. At each time, all due work runs in
 * its order until no work is due. Each step reads its state from the database, so an
 * interrupted advance continues where it stopped.
 */
export const advanceTestClock = (
  db: Database,
  clock: Clock,
  dueWork: readonly DueWork[],
  key: ClockKey,
): Promise<ShiftEnd> =>
  db.connection().execute(async (connection) => {
    if (!(await claimClock(connection, key))) return 'taken'
    try {
      return await runShift({ connection, clock, dueWork, key })
    } finally {
      // A lost connection has already released the clock.
      await releaseClock(connection, key).catch(() => {})
    }
  })

interface Advance {
  /**
   * Holds the lock of the clock. If this connection is lost, this worker can no longer move the
   * clock.
   */
  connection: Database
  clock: Clock
  dueWork: readonly DueWork[]
  key: ClockKey
}

async function runShift(advance: Advance): Promise<ShiftEnd> {
  const startedAt = advance.clock.now().getTime()
  let rounds = 0
  let previousInstant = 0
  for (;;) {
    const at = await stepWithRetries(advance)
    if (at === null) return 'arrived'
    rounds = at.getTime() === previousInstant ? rounds + 1 : 1
    previousInstant = at.getTime()
    if (rounds > MAX_ROUNDS) {
      await markFailed(advance)
      throw new Error(`Work stays due at ${at.toISOString()} after ${MAX_ROUNDS} rounds.`)
    }
    if (rounds > ROUNDS_WITHOUT_PAUSE) await setTimeout(ROUND_PAUSE_MS)
    if (advance.clock.now().getTime() - startedAt >= SHIFT_MS) return 'paused'
  }
}

async function stepWithRetries(advance: Advance): Promise<Date | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step(advance)
    } catch (error) {
      // A step does not count as failed if the database is unavailable. The job is retried, or the
      // sweeper enqueues it.
      if (isUnavailable(error)) throw error
      if (tries === MAX_TRIES) {
        await markFailed(advance)
        throw error
      }
      await setTimeout(RETRY_PAUSE_MS * tries)
    }
  }
}

/** Concurrent work fails with an AggregateError. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isUnavailable)
    : error instanceof PurserError && error.code === 'unavailable'

/**
 * Moves the clock to the next due time and does the due work. Returns null when the clock is at its
 * target.
 */
async function step({ connection, clock, dueWork, key }: Advance): Promise<Date | null> {
  const testClock = await findTestClock(connection, key.environmentId, key.testClockId)
  if (testClock?.status !== 'advancing') return null
  const { frozenTime, targetTime } = testClock
  invariant(targetTime, 'a clock that advances has a target')
  const update = (changes: Partial<TestClockRecord>) =>
    updateTestClock(connection, key.environmentId, {
      ...testClock,
      updatedAt: clock.now(),
      ...changes,
    })
  const dues: (number | null)[] = []
  for (const work of dueWork) dues.push((await work.nextDueAt(key))?.getTime() ?? null)
  const next = Math.min(...dues.map((due) => due ?? Infinity))
  if (next > targetTime.getTime()) {
    await update({ frozenTime: targetTime, targetTime: null, status: 'ready' })
    return null
  }
  // Overdue work runs at the current time of the clock, which never moves back.
  const at = new Date(Math.max(next, frozenTime.getTime()))
  const wasUpdatedRecently = clock.now().getTime() - testClock.updatedAt.getTime() < HEARTBEAT_MS
  if (at > frozenTime || !wasUpdatedRecently) await update({ frozenTime: at })
  await runInOrder(dueWork, dues, key, at)
  return at
}

/** Runs the first due work and all work after it, because later work may depend on its result. */
async function runInOrder(
  dueWork: readonly DueWork[],
  dues: readonly (number | null)[],
  key: ClockKey,
  at: Date,
): Promise<void> {
  const first = dues.findIndex((due) => due !== null && due <= at.getTime())
  for (const work of dueWork.slice(first)) await work.runDue(key, at)
}

async function markFailed({ connection, clock, key }: Advance): Promise<void> {
  const testClock = await findTestClock(connection, key.environmentId, key.testClockId)
  if (testClock?.status !== 'advancing') return
  const failed = { ...testClock, status: 'failed', updatedAt: clock.now() } as const
  await updateTestClock(connection, key.environmentId, failed)
}
