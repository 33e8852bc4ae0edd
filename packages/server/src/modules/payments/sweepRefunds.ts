import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import { scopeOf } from '../organizations/read.ts'
import type { PaymentProviders } from './paymentProviders.ts'
import { findOpenRefunds, type OpenRefund } from './read/refunds.ts'
import { sendRefund } from './sendRefund.ts'

/** Goes on with refunds whose job was lost or whose provider did not answer. */
export const sweepRefunds = (
  db: Database,
  providers: PaymentProviders,
  clock: Clock,
): Promise<void> =>
  workThrough<OpenRefund>(
    'refunds',
    (last) => findOpenRefunds(db, last),
    async ({ environmentId, id }) => {
      const scope = await scopeOf(db, environmentId, clock.now())
      await sendRefund(db, providers, scope, id)
    },
  )
