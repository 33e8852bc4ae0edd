import type { Subscription } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'

export type SubscriptionStatus = Subscription['status']
export type Quantities = Readonly<Record<string, number>>

/** Credits that were used beyond what time and money have paid for. */
export interface CreditShare {
  /** Decimal. */
  readonly owed: string
  /** It is forgotten with the period that the credits were for; null: never. */
  readonly until: string | null
}

/**
 * A subscription that is billed, or an add-on of one (`parentId`), which has the anchor, the period
 * and the status of its parent and is never due by itself.
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
  /** Whether the merchant gave it. */
  readonly hasGivenAnchor: boolean
  readonly currentPeriodStart: Date | null
  readonly currentPeriodEnd: Date | null
  readonly invoicedThrough: Date | null
  /** When one that was scheduled begins; null once it has begun. */
  readonly startsAt: Date | null
  /** The trial that begins when it starts or its card is there; null once it has begun. */
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
  /** Null: for ever, or there is no coupon. */
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

/** What was attached by hand has no product, and is never billed. */
export const isAttachedByHand = ({ productId }: Pick<SubscriptionRecord, 'productId'>): boolean =>
  productId === null

/** What a subscription may become; one that has ended stays so. */
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

/** The record in another status, which it may move to. */
export function withStatus<Record extends Pick<SubscriptionRecord, 'status'>>(
  record: Record,
  status: SubscriptionStatus,
): Record {
  invariant(
    canBecome(record.status, status),
    `a subscription that is ${record.status} does not become ${status}`,
  )
  return { ...record, status }
}
