import type { Clock } from '../../kernel/clock.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { sweepSessions } from './sweepSessions.ts'

export const checkoutJobs = (billing: Billing, clock: Clock): Jobs => ({
  handlers: { sweepCheckoutSessions: () => sweepSessions(billing, clock) },
  schedule: ['* * * * * sweepCheckoutSessions'],
})
