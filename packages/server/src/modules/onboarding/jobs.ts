import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { createOnboardingRunner } from './run/onboardingRunner.ts'

/** A page is read as soon as it is asked for, beside the queue, since it may take its time. */
export const onboardingJobs = (options: Parameters<typeof createOnboardingRunner>[0]): Jobs => ({
  handlers: {},
  schedule: [],
  loops: [createOnboardingRunner(options)],
})
