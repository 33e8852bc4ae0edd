export {
  hasBilledSubscription,
  listRunningSubscriptions,
  listSubscriptionsGivingAccess,
  planVersionHasSubscribers,
  type SubscriptionGivingAccess,
} from './subscription/access.sql.ts'
export { findSubscription, listSubscriptions } from './subscription/subscription.sql.ts'
