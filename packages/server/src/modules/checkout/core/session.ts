import type { BodyOf, CheckoutSessionStatus, checkoutEndpoints } from '@purser/contract'
import type { CheckoutMode } from './begun.ts'

/** What a customer is to buy, and how the form is shown. */
export type SessionRequest = BodyOf<typeof checkoutEndpoints.createCheckoutSession>
export type Purpose = SessionRequest['purpose']
export type SessionStatus = CheckoutSessionStatus['status']

/** A purchase that a customer makes in a form. */
export interface SessionRecord {
  readonly id: string
  readonly customerId: string
  readonly purpose: Purpose
  readonly mode: CheckoutMode
  /** As it was asked for: the same again, while this one is open, is this one. */
  readonly request: SessionRequest
  readonly uiMode: SessionRequest['uiMode']
  readonly status: SessionStatus
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  readonly paymentId: string | null
  /** The form that saves a payment method. */
  readonly setupId: string | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly expiresAt: Date
  readonly completedAt: Date | null
  readonly createdAt: Date
}

/** How far that has come which a session began, read from the rows of those who do it. */
export interface Progress {
  readonly paymentStatus: string | null
  /** Of a top-up or package. */
  readonly attemptStatus: string | null
  readonly invoiceStatus: string | null
  readonly subscriptionStatus: string | null
  /** When the last of it happened. */
  readonly at: Date | null
}

const PAID = ['paid', 'partially_refunded', 'refunded']
const OPEN = ['pending', 'requires_action']
const BEGUN = ['trialing', 'active', 'past_due', 'paused']
const WAITING = 'incomplete'

/**
 * How a session stands. What it is for decides, not who has looked: it is completed as soon as the
 * purchase is made, and over once it cannot be made in this form any more.
 */
export function standingOf(
  session: Pick<SessionRecord, 'status' | 'paymentId' | 'subscriptionId'>,
  progress: Progress,
): SessionStatus {
  if (session.status !== 'pending') return session.status
  const { paymentStatus, attemptStatus, invoiceStatus, subscriptionStatus } = progress
  if (session.paymentId !== null) {
    const isDone =
      invoiceStatus === null ? attemptStatus === 'succeeded' : PAID.includes(invoiceStatus)
    if (isDone) return 'completed'
    return paymentStatus !== null && OPEN.includes(paymentStatus) ? 'pending' : 'expired'
  }
  // Only a card was asked for: to begin a subscription with, or for its own sake.
  if (subscriptionStatus === null || subscriptionStatus === WAITING) return 'pending'
  return BEGUN.includes(subscriptionStatus) ? 'completed' : 'expired'
}
