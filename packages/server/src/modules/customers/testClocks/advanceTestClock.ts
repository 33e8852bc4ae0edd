import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../../kernel/clock.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/enqueue.ts'
import type { DueWork } from '../ports.ts'
import type { ClockKey } from './testClocks.core.ts'
import {
  claimClock,
  findTestClock,
  releaseClock,
  type TestClockRecord,
  updateTestClock,
} from './testClocks.sql.ts'

/** The job that takes a clock to its target. */
export const advanceJob = (key: ClockKey): Job => ({
  task: 'advanceTestClock',
  payload: { ...key },
  key: `advanceTestClock ${key.environmentId} ${key.testClockId}`,
})

/** How long one job is at it: whoever stops the workers waits for it. */
const SHIFT_MS = 20 * 1000
/** How often a clock that stands still while work is done says that somebody is at it. */
const HEARTBEAT_MS = 10 * 1000
const MAX_TRIES = 3
const RETRY_PAUSE_MS = 200
/** Work that is still due after so many rounds at one instant never gets done. */
const MAX_ROUNDS = 1_000
/** From then on a round waits a little: somebody else may have in hand what is due. */
const ROUNDS_WITHOUT_PAUSE = 20
const ROUND_PAUSE_MS = 5

/** How one shift ended; `paused`: there is more to do. */
type ShiftEnd = 'arrived' | 'paused' | 'taken'

/**
 * Takes a clock to its target, one due instant after the other. At each instant the works run in
 * their order until nothing is due there any more. Every step is found from the rows, so that it
 * goes on wherever it was stopped.
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
      // A connection that is lost has given it back already.
      await releaseClock(connection, key).catch(() => {})
    }
  })

interface Advance {
  /** The one that has the clock: where it is lost, the clock can no longer be moved by us. */
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
      throw new Error(`Something stays due at ${at.toISOString()} however often it is done.`)
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
      // No database is no fault of the step: the job comes again, or the sweeper brings it.
      if (isUnavailable(error)) throw error
      if (tries === MAX_TRIES) {
        await markFailed(advance)
        throw error
      }
      await setTimeout(RETRY_PAUSE_MS * tries)
    }
  }
}

/** Also where it is one of several things that were done at a time. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isUnavailable)
    : error instanceof PurserError && error.code === 'unavailable'

/** Moves the clock to the next due instant and does what is due there; null once it has arrived. */
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
  // What was due before the clock was looked at is done where it stands: time never goes back.
  const at = new Date(Math.max(next, frozenTime.getTime()))
  const wasUpdatedRecently = clock.now().getTime() - testClock.updatedAt.getTime() < HEARTBEAT_MS
  if (at > frozenTime || !wasUpdatedRecently) await update({ frozenTime: at })
  await runInOrder(dueWork, dues, key, at)
  return at
}

/** What one work has done may be what the next one waits for, so all after the first are asked. */
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
