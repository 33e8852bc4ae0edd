import type { DeletionBlock, DeletionBlocker } from '../../customers/index.ts'
import { hasOpenPayment } from './payment.sql.ts'

export const PAYMENT_IN_PROGRESS: DeletionBlock = {
  message: 'A payment of this customer is in progress. Delete the customer after it has finished.',
  retryAfterSeconds: 60,
}

export const paymentDeletionBlocker: DeletionBlocker = async (tx, environmentId, customerId) =>
  (await hasOpenPayment(tx, environmentId, customerId)) ? PAYMENT_IN_PROGRESS : null
