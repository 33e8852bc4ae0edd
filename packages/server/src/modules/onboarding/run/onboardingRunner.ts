import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PollingLoop } from '../../../platform/jobs/runJobs.ts'
import type { OnboardingOptions } from './runOnboarding.ts'
import { claimRun, type StoredRun } from './runs.sql.ts'

/** Short, because a person is watching. */
const POLL_MS = 500
/**
 * After this time, another server may continue the run. It is longer than all limits of a run
 * together: fetching a page, loading the reader, reading the page and asking a model.
 */
const LEASE_MS = 240_000
/** Few, so that reading pages does not slow down other work. */
const AT_ONCE = 2

/** Creates the loop that works on requested and interrupted runs. */
export function createOnboardingRunner(
  options: OnboardingOptions & { logger: Pick<Logger, 'error'> },
): PollingLoop {
  const { db, clock, logger } = options
  const working = new Set<Promise<void>>()

  async function begin(run: StoredRun): Promise<void> {
    // Loaded on demand, because many servers never read a page.
    const { runOnboarding } = await import('./runOnboarding.ts')
    await runOnboarding(options, run)
  }

  async function beginNext(): Promise<boolean> {
    if (working.size >= AT_ONCE) return false
    const now = clock.now()
    const run = await claimRun(db, now, new Date(now.getTime() + LEASE_MS))
    if (!run) return false
    const { id } = run
    const work = begin(run)
      // After an internal error the lease expires, and the run is tried again.
      .catch((error: unknown) => logger.error({ err: error, run: id }, 'Onboarding stopped.'))
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
