/** A customer on a version of a plan. */
export interface Subscription {
  id: string
  customerId: string
  planId: string
  planVersion: number
  status: 'active' | 'canceled'
  /** What its billing periods are counted from. */
  billingAnchor: Date
  createdAt: Date
}
