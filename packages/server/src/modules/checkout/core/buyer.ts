import type { PlanOffer } from '../../subscriptions/index.ts'

/** For whom something is bought, and which plans may be. */
export interface Buyer {
  readonly customerId: string
  readonly offer: PlanOffer
}
