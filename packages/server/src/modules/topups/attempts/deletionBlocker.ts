import type { DeletionBlocker } from '../../customers/index.ts'
import { PAYMENT_IN_PROGRESS } from '../../payments/index.ts'
import { hasPendingAttempt } from './attempts.sql.ts'

export const topUpDeletionBlocker: DeletionBlocker = async (tx, environmentId, customerId) =>
  (await hasPendingAttempt(tx, environmentId, customerId)) ? PAYMENT_IN_PROGRESS : null
