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
  giveClockBack,
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
const SEEN_MS = 10 * 1000
const MAX_TRIES = 3
const PAUSE_MS = 200
/** Work that is still due after so many rounds at one instant never gets done. */
const MAX_ROUNDS = 1_000
/** From then on a round waits a little: somebody else may have in hand what is due. */
const PATIENT_ROUNDS = 20
const BETWEEN_ROUNDS_MS = 5

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
  works: readonly DueWork[],
  key: ClockKey,
): Promise<ShiftEnd> =>
  db.connection().execute(async (connection) => {
    if (!(await claimClock(connection, key))) return 'taken'
    try {
      return await workShift({ connection, clock, works, key })
    } finally {
      // A connection that is lost has given it back already.
      await giveClockBack(connection, key).catch(() => {})
    }
  })

interface Advance {
  /** The one that has the clock: where it is lost, the clock can no longer be moved by us. */
  connection: Database
  clock: Clock
  works: readonly DueWork[]
  key: ClockKey
}

async function workShift(advance: Advance): Promise<ShiftEnd> {
  const begun = advance.clock.now().getTime()
  let rounds = 0
  let stood = 0
  for (;;) {
    const at = await stepWithRetries(advance)
    if (at === null) return 'arrived'
    rounds = at.getTime() === stood ? rounds + 1 : 1
    stood = at.getTime()
    if (rounds > MAX_ROUNDS) {
      await fail(advance)
      throw new Error(`Something stays due at ${at.toISOString()} however often it is done.`)
    }
    if (rounds > PATIENT_ROUNDS) await setTimeout(BETWEEN_ROUNDS_MS)
    if (advance.clock.now().getTime() - begun >= SHIFT_MS) return 'paused'
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
        await fail(advance)
        throw error
      }
      await setTimeout(PAUSE_MS * tries)
    }
  }
}

/** Also where it is one of several things that were done at a time. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isUnavailable)
    : error instanceof PurserError && error.code === 'unavailable'

/** Moves the clock to the next due instant and does what is due there; null once it has arrived. */
async function step({ connection, clock, works, key }: Advance): Promise<Date | null> {
  const standing = await findTestClock(connection, key.environmentId, key.testClockId)
  if (standing?.status !== 'advancing') return null
  const { frozenTime, targetTime } = standing
  invariant(targetTime, 'a clock that advances has a target')
  const move = (moved: Partial<TestClockRecord>) =>
    updateTestClock(connection, key.environmentId, {
      ...standing,
      updatedAt: clock.now(),
      ...moved,
    })
  const dues: (number | null)[] = []
  for (const work of works) dues.push((await work.nextDueAt(key))?.getTime() ?? null)
  const next = Math.min(...dues.map((due) => due ?? Infinity))
  if (next > targetTime.getTime()) {
    await move({ frozenTime: targetTime, targetTime: null, status: 'ready' })
    return null
  }
  // What was due before the clock was looked at is done where it stands: time never goes back.
  const at = new Date(Math.max(next, frozenTime.getTime()))
  const isSeenToMove = clock.now().getTime() - standing.updatedAt.getTime() < SEEN_MS
  if (at > frozenTime || !isSeenToMove) await move({ frozenTime: at })
  await runInOrder(works, dues, key, at)
  return at
}

/** What one work has done may be what the next one waits for, so all after the first are asked. */
async function runInOrder(
  works: readonly DueWork[],
  dues: readonly (number | null)[],
  key: ClockKey,
  at: Date,
): Promise<void> {
  const first = dues.findIndex((due) => due !== null && due <= at.getTime())
  for (const work of works.slice(first)) await work.runDue(key, at)
}

async function fail({ connection, clock, key }: Advance): Promise<void> {
  const standing = await findTestClock(connection, key.environmentId, key.testClockId)
  if (standing?.status !== 'advancing') return
  const failed = { ...standing, status: 'failed', updatedAt: clock.now() } as const
  await updateTestClock(connection, key.environmentId, failed)
}
