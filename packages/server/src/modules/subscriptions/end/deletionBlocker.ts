import type { DeletionBlocker } from '../../customers/index.ts'
import { hasBilledSubscription } from '../subscription/access.sql.ts'

export const subscriptionDeletionBlocker: DeletionBlocker = async (
  tx,
  environmentId,
  customerId,
) =>
  (await hasBilledSubscription(tx, environmentId, customerId))
    ? {
        message:
          'The customer has active subscriptions. Cancel them with POST /v1/subscriptions/:id/cancel {"when": "now"} first.',
      }
    : null
