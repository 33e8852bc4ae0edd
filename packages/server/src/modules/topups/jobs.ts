import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { hasAdvancingClock } from '../customers/read.ts'
import { readScope } from '../organizations/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { findAttempt } from './attempts/attempts.sql.ts'
import { fireAutoTopUp } from './auto/fireAutoTopUp.ts'
import { sweepTopUpAttempts } from './sweep/sweepTopUpAttempts.ts'

export const topUpJobs = (db: Database, providers: PaymentProviders, clock: Clock): Jobs => ({
  handlers: {
    fireAutoTopUp: async (payload) => {
      const { environmentId, attemptId } = payload as { environmentId: string; attemptId: string }
      // While a test clock advances, its due work fires the attempt at the right instant. Firing it
      // here could use a later time.
      const attempt = await findAttempt(db, environmentId, attemptId)
      if (!attempt || (await hasAdvancingClock(db, environmentId, attempt.customerId))) return
      const scope = await readScope(db, environmentId, clock.now())
      await fireAutoTopUp(db, providers, scope, attemptId)
    },
    sweepTopUpAttempts: () => sweepTopUpAttempts(db, providers, clock),
  },
  schedule: ['* * * * * sweepTopUpAttempts'],
})
