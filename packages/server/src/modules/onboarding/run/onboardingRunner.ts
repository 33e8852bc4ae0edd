import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PollingLoop } from '../../../platform/jobs/runJobs.ts'
import type { OnboardingOptions } from './runOnboarding.ts'
import { pauseAfterAttempt } from './runState.core.ts'
import { claimRun, returnRun, type StoredRun } from './runs.sql.ts'

/** Short, because a person is watching. */
const POLL_MS = 500
/** Few, so that reading pages does not slow down other work. */
const AT_ONCE = 2

/** Creates the loop that works on requested and interrupted runs. */
export function createOnboardingRunner(
  options: OnboardingOptions & { logger: Pick<Logger, 'error'> },
): PollingLoop {
  const { db, clock, logger } = options
  const working = new Set<Promise<void>>()

  async function begin(run: StoredRun): Promise<void> {
    try {
      // Loaded on demand, because many servers never read a page.
      const { runOnboarding } = await import('./runOnboarding.ts')
      await runOnboarding(options, run)
    } catch (error) {
      logger.error({ err: error, run: run.id }, 'Onboarding stopped.')
      const pauseMs = pauseAfterAttempt(run.attemptCount)
      await returnRun(db, run, new Date(clock.now().getTime() + pauseMs))
    }
  }

  async function beginNext(): Promise<boolean> {
    if (working.size >= AT_ONCE) return false
    const run = await claimRun(db, clock.now())
    if (!run) return false
    const work = begin(run)
      // The run is tried again when its lease expires.
      .catch((error: unknown) =>
        logger.error({ err: error, run: run.id }, 'Returning an onboarding run failed.'),
      )
      .finally(() => working.delete(work))
    working.add(work)
    return true
  }

  return {
    settle: async () => {
      for (;;) {
        if (await beginNext()) continue
        if (working.size === 0) return
        await Promise.race(working)
      }
    },
    run: async (signal) => {
      while (!signal.aborted) {
        const hasBegun = await beginNext().catch((error: unknown) => {
          logger.error({ err: error }, 'Looking for onboarding runs failed.')
          return false
        })
        if (!hasBegun) await pause(POLL_MS, undefined, { signal }).catch(() => {})
      }
      await Promise.all(working)
    },
  }
}
