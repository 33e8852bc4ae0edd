import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { readScope } from '../../organizations/read.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { settleOpenTopUp } from '../attempts/settleTopUp.ts'
import { fireAutoTopUp } from '../auto/fireAutoTopUp.ts'
import { refillLowWallet } from '../auto/refillLowWallet.ts'
import {
  findLowWallets,
  findPendingAttempts,
  type LowWallet,
  type PendingAttempt,
} from './dueTopUps.sql.ts'

/**
 * Recovers from lost jobs, answers and webhooks: fires or settles pending attempts, and refills
 * wallets that are still low.
 */
export async function sweepTopUpAttempts(
  db: Database,
  providers: PaymentProviders,
  clock: Clock,
): Promise<void> {
  await workThrough<PendingAttempt>(
    'pending top-ups',
    (last) => findPendingAttempts(db, last),
    async ({ environmentId, attemptId, paymentId }) => {
      const scope = await readScope(db, environmentId, clock.now())
      await (paymentId === null
        ? fireAutoTopUp(db, providers, scope, attemptId)
        : settleOpenTopUp(db, providers, scope, paymentId))
    },
  )
  await workThrough<LowWallet>(
    'low wallets',
    (last) => findLowWallets(db, last),
    async (wallet) => {
      const scope = await readScope(db, wallet.environmentId, clock.now())
      await refillLowWallet(db, providers, scope, wallet)
    },
  )
}
