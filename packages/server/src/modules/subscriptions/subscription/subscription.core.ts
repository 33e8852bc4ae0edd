import type { Subscription } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'

export type SubscriptionStatus = Subscription['status']
export type Quantities = Readonly<Record<string, number>>

/** Credits that were used in advance and not paid for. */
export interface CreditShare {
  /** Decimal. */
  readonly owed: string
  /** The debt expires with the period of the credits. Null: never. */
  readonly until: string | null
}

/**
 * A billed subscription, or an add-on of one. An add-on has a `parentId`, shares its parent's
 * anchor, period and status, and is never due on its own.
 */
export interface SubscriptionRecord {
  readonly id: string
  readonly customerId: string
  readonly planId: string
  readonly planVersion: number
  readonly productId: string | null
  readonly parentId: string | null
  readonly status: SubscriptionStatus
  readonly collectionMethod: Subscription['collectionMethod']
  readonly quantities: Quantities
  readonly billingAnchor: Date
  /** True if the merchant set the anchor. */
  readonly hasGivenAnchor: boolean
  readonly currentPeriodStart: Date | null
  readonly currentPeriodEnd: Date | null
  readonly invoicedThrough: Date | null
  /** The scheduled start. Null once the subscription has started. */
  readonly startsAt: Date | null
  /**
   * The length of a trial that starts with the subscription or with its card. Null once it has
   * started.
   */
  readonly trialDays: number | null
  readonly trialEndsAt: Date | null
  readonly trialEndToldAt: Date | null
  readonly incompleteUntil: Date | null
  readonly cancelAt: Date | null
  readonly canceledAt: Date | null
  readonly pausedAt: Date | null
  readonly pendingChange: {
    readonly planId: string
    readonly planVersion: number
    readonly quantities: Quantities
  } | null
  readonly couponId: string | null
  /** Null: the discount does not end, or there is no coupon. */
  readonly discountPeriodsLeft: number | null
  /** By credit currency. */
  readonly creditShares: Readonly<Record<string, CreditShare>>
  readonly metadata: Record<string, unknown>
  readonly revision: number
  readonly nextDripAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const isEnded = ({ status }: Pick<SubscriptionRecord, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** A plan attached by hand has no product and is never billed. */
export const isAttachedByHand = ({ productId }: Pick<SubscriptionRecord, 'productId'>): boolean =>
  productId === null

/** The allowed transitions. An ended subscription never changes. */
const TRANSITIONS: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  incomplete: ['trialing', 'active', 'canceled', 'incomplete_expired'],
  trialing: ['active', 'past_due', 'canceled'],
  active: ['past_due', 'paused', 'canceled'],
  past_due: ['active', 'canceled'],
  paused: ['active', 'canceled'],
  canceled: [],
  incomplete_expired: [],
}

const canBecome = (from: SubscriptionStatus, to: SubscriptionStatus): boolean =>
  TRANSITIONS[from].includes(to)

/** Returns the record in another status. Throws if the transition is not allowed. */
export function withStatus<Record extends Pick<SubscriptionRecord, 'status'>>(
  record: Record,
  status: SubscriptionStatus,
): Record {
  invariant(
    canBecome(record.status, status),
    `a subscription cannot change from ${record.status} to ${status}`,
  )
  return { ...record, status }
}
