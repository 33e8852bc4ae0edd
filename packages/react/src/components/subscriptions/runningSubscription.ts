import type { Subscription } from '@purser/contract/client'

/** Statuses in which a customer has a plan that can be changed or canceled. */
const RUNNING: readonly Subscription['status'][] = ['active', 'trialing', 'past_due', 'paused']

/** The customer's current subscription to a product; undefined if there is none. */
export const runningSubscription = (
  subscriptions: readonly Subscription[],
  productId: string,
): Subscription | undefined =>
  subscriptions.find(
    (subscription) => subscription.productId === productId && RUNNING.includes(subscription.status),
  )
