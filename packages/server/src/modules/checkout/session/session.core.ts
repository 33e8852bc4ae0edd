import type {
  BodyOf,
  CheckoutPreview,
  CheckoutSessionStatus,
  checkoutEndpoints,
} from '@purser/contract'
import type { PlanOffer } from '../../subscriptions/index.ts'

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

const PAID_INVOICE = ['paid', 'partially_refunded', 'refunded']
const OPEN_PAYMENT = ['pending', 'requires_action']
const STARTED_SUBSCRIPTION = ['trialing', 'active', 'past_due', 'paused']
const WAITING_SUBSCRIPTION = 'incomplete'

/**
 * How a session stands. What it is for decides, not who has looked: it is completed as soon as the
 * purchase is made, and over once it cannot be made in this form any more.
 */
export function statusOf(
  session: Pick<SessionRecord, 'status' | 'paymentId' | 'subscriptionId'>,
  progress: Progress,
): SessionStatus {
  if (session.status !== 'pending') return session.status
  const { paymentStatus, attemptStatus, invoiceStatus, subscriptionStatus } = progress
  if (session.paymentId !== null) {
    const isDone =
      invoiceStatus === null ? attemptStatus === 'succeeded' : PAID_INVOICE.includes(invoiceStatus)
    if (isDone) return 'completed'
    return paymentStatus !== null && OPEN_PAYMENT.includes(paymentStatus) ? 'pending' : 'expired'
  }
  // Only a card was asked for: to begin a subscription with, or for its own sake.
  if (subscriptionStatus === null || subscriptionStatus === WAITING_SUBSCRIPTION) return 'pending'
  return STARTED_SUBSCRIPTION.includes(subscriptionStatus) ? 'completed' : 'expired'
}

export type CheckoutMode = CheckoutPreview['mode']

/** What a session has begun: a payment or a form that waits for the customer, or neither. */
export interface StartedPurchase {
  /** What kind of purchase it is, as its preview said. */
  readonly mode: CheckoutMode
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly setupId: string | null
}

export const NOTHING_STARTED: Omit<StartedPurchase, 'mode'> = {
  subscriptionId: null,
  invoiceId: null,
  paymentId: null,
  setupId: null,
}

export interface PurchaseOptions extends Buyer {
  /** Have the customer pay in a form, whatever is on file. */
  readonly forceForm: boolean
  /** Until when the form may be filled in. */
  readonly expiresAt: Date
  readonly encryptionKey: Uint8Array
}

/** For whom something is bought, and which plans may be. */
export interface Buyer {
  readonly customerId: string
  readonly offer: PlanOffer
}

/** A session, and how far that has come which it began. */
export interface FoundSession {
  readonly session: SessionRecord
  readonly progress: Progress
}

/** As the API shows it: true from the moment of the purchase, whether or not it was written down. */
export function renderSessionStatus({ session, progress }: FoundSession): CheckoutSessionStatus {
  const status = statusOf(session, progress)
  const completedAt = session.completedAt ?? (status === 'completed' ? progress.at : null)
  return {
    id: session.id,
    status,
    completedAt: completedAt?.toISOString() ?? null,
    subscriptionId: session.subscriptionId,
    invoiceId: session.invoiceId,
  }
}
