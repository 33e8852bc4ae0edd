import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { readScope } from '../organizations/read.ts'
import { detachAtProvider, detachDueMethods } from './methods/detachAtProvider.ts'
import { noticeExpiringMethods } from './methods/noticeExpiringMethods.ts'
import type { PaymentProviders } from './providers/paymentProviders.ts'
import { sendRefund, sweepRefunds } from './refunds/sendRefund.ts'

export const paymentJobs = (db: Database, clock: Clock, providers: PaymentProviders): Jobs => ({
  handlers: {
    detachAtProvider: (payload) =>
      // Only `markDetached` enqueues this job, with this payload.
      detachAtProvider(db, clock, providers, payload as { environmentId: string; id: string }),
    detachDueMethods: () => detachDueMethods(db, clock, providers),
    noticeExpiringMethods: () => noticeExpiringMethods(db, clock),
    sendRefund: async (payload) => {
      const { environmentId, refundId } = payload as { environmentId: string; refundId: string }
      const scope = await readScope(db, environmentId, clock.now())
      await sendRefund(db, providers, scope, refundId)
    },
    sweepRefunds: () => sweepRefunds(db, providers, clock),
  },
  schedule: [
    '* * * * * sweepRefunds',
    '*/5 * * * * detachDueMethods',
    '41 4 * * * noticeExpiringMethods',
  ],
})
