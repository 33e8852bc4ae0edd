import { PurserError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { findOpenPayment, isPartlyPaid } from './findOpenPayment.ts'
import { findBaseSubscription } from './read/records.ts'

/**
 * A customer has one base subscription of a product: refuses unless there is none, or one that waits
 * for a payment which nobody is making and of which nothing was paid. That one is returned, to be
 * replaced.
 */
export async function findReplaceable(
  tx: Tx,
  environmentId: string,
  place: { customerId: string; productId: string },
): Promise<SubscriptionRecord | null> {
  const known = await findBaseSubscription(tx, environmentId, place)
  if (!known) return null
  const isWaiting = known.status === 'incomplete' && known.startsAt === null
  const isTaken =
    !isWaiting ||
    (await findOpenPayment(tx, environmentId, known)) !== null ||
    (await isPartlyPaid(tx, environmentId, known))
  if (!isTaken) return known
  throw new PurserError(
    'already_subscribed',
    isWaiting
      ? 'A subscription of this product waits for its payment. Have it paid in the form that was opened, or end it with POST /v1/subscriptions/:id/cancel first.'
      : 'The customer has a subscription of this product. Change it with POST /v1/subscriptions/:id/change.',
    { details: { subscriptionId: known.id } },
  )
}
