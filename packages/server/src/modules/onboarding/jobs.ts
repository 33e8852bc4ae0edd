import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { createOnboardingRunner } from './run/onboardingRunner.ts'

/**
 * Runs start as soon as they are requested, outside of the job queue, because reading a page may
 * take long.
 */
export const onboardingJobs = (options: Parameters<typeof createOnboardingRunner>[0]): Jobs => ({
  handlers: {},
  schedule: [],
  loops: [createOnboardingRunner(options)],
})
