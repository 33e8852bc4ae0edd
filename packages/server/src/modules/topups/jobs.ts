import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { isClockAdvancing } from '../customers/read.ts'
import { scopeOf } from '../organizations/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { findAttempt } from './attempts/attempts.sql.ts'
import { fireAutoTopUp } from './auto/fireAutoTopUp.ts'
import { sweepTopUpAttempts } from './sweep/sweepTopUpAttempts.ts'

export const topUpJobs = (db: Database, providers: PaymentProviders, clock: Clock): Jobs => ({
  handlers: {
    fireAutoTopUp: async (payload) => {
      const { environmentId, attemptId } = payload as { environmentId: string; attemptId: string }
      // Whoever advances the clock fires it at its instant; the clock could be elsewhere by now.
      const attempt = await findAttempt(db, environmentId, attemptId)
      if (!attempt || (await isClockAdvancing(db, environmentId, attempt.customerId))) return
      const scope = await scopeOf(db, environmentId, clock.now())
      await fireAutoTopUp(db, providers, scope, attemptId)
    },
    sweepTopUpAttempts: () => sweepTopUpAttempts(db, providers, clock),
  },
  schedule: ['* * * * * sweepTopUpAttempts'],
})
