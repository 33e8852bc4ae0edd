import type { Subscription } from '@purser/contract/client'

/** The states in which a customer has a plan that can be changed or ended. */
const RUNNING: readonly Subscription['status'][] = ['active', 'trialing', 'past_due', 'paused']

/** The customer's subscription to a product; undefined when it has none that goes on. */
export const runningSubscription = (
  subscriptions: readonly Subscription[],
  productId: string,
): Subscription | undefined =>
  subscriptions.find(
    (subscription) => subscription.productId === productId && RUNNING.includes(subscription.status),
  )
