export {
  hasBilledSubscription,
  listRunningSubscriptions,
  planVersionHasSubscribers,
  readGivingAccess,
  type SubscriptionGivingAccess,
} from './subscription/access.sql.ts'
export { findSubscription, listSubscriptions } from './subscription/subscription.sql.ts'
