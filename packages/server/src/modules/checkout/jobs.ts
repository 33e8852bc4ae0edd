import type { Clock } from '../../kernel/clock.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { expireDueSessions } from './session/expireDueSessions.ts'

export const checkoutJobs = (billing: Billing, clock: Clock): Jobs => ({
  handlers: { sweepCheckoutSessions: () => expireDueSessions(billing, clock) },
  schedule: ['* * * * * sweepCheckoutSessions'],
})
