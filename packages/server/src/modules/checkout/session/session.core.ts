import type {
  BodyOf,
  CheckoutPreview,
  CheckoutSessionStatus,
  checkoutEndpoints,
} from '@purser/contract'
import type { PlanOffer } from '../../subscriptions/index.ts'

/** The purchase to make and how the form is shown. */
export type SessionRequest = BodyOf<typeof checkoutEndpoints.createCheckoutSession>
export type CheckoutPurpose = SessionRequest['purpose']
export type SessionStatus = CheckoutSessionStatus['status']

/** A purchase that a customer makes in a form of the payment provider. */
export interface SessionRecord {
  readonly id: string
  readonly customerId: string
  readonly purpose: CheckoutPurpose
  readonly mode: CheckoutMode
  /** The original request. An identical request while this session is open returns this session. */
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

/**
 * The progress of the purchase, read from the rows of the payment, attempt, invoice and
 * subscription.
 */
export interface PurchaseProgress {
  readonly paymentStatus: string | null
  /** For a top-up or package. */
  readonly attemptStatus: string | null
  readonly invoiceStatus: string | null
  readonly subscriptionStatus: string | null
  /** When the purchase last changed. */
  readonly at: Date | null
}

const PAID_INVOICE = ['paid', 'partially_refunded', 'refunded']
const OPEN_PAYMENT = ['pending', 'requires_action']
const STARTED_SUBSCRIPTION = ['trialing', 'active', 'past_due', 'paused']
const WAITING_SUBSCRIPTION = 'incomplete'

/**
 * The status of a session, derived from its purchase. The session is completed as soon as the
 * purchase is made, and expired once this form can no longer make it.
 */
export function statusOf(
  session: Pick<SessionRecord, 'status' | 'paymentId' | 'subscriptionId'>,
  progress: PurchaseProgress,
): SessionStatus {
  if (session.status !== 'pending') return session.status
  const { paymentStatus, attemptStatus, invoiceStatus, subscriptionStatus } = progress
  if (session.paymentId !== null) {
    const isDone =
      invoiceStatus === null ? attemptStatus === 'succeeded' : PAID_INVOICE.includes(invoiceStatus)
    if (isDone) return 'completed'
    return paymentStatus !== null && OPEN_PAYMENT.includes(paymentStatus) ? 'pending' : 'expired'
  }
  // The form only saves a card, to start a subscription or to update the payment method.
  if (subscriptionStatus === null || subscriptionStatus === WAITING_SUBSCRIPTION) return 'pending'
  return STARTED_SUBSCRIPTION.includes(subscriptionStatus) ? 'completed' : 'expired'
}

export type CheckoutMode = CheckoutPreview['mode']

/**
 * The rows that a session's purchase created. A payment or setup id means that a form waits for the
 * customer.
 */
export interface StartedPurchase {
  /** The kind of purchase, as shown by the preview. */
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

export interface PurchaseOptions extends CheckoutBuyer {
  /** Let the customer pay in a form even if a method is on file. */
  readonly forceForm: boolean
  readonly expiresAt: Date
  readonly encryptionKey: Uint8Array
}

/** The customer, and the plans that it may buy. */
export interface CheckoutBuyer {
  readonly customerId: string
  readonly offer: PlanOffer
}

export interface FoundSession {
  readonly session: SessionRecord
  readonly progress: PurchaseProgress
}

/**
 * Renders a session's status. It is correct from the moment of the purchase, even before the
 * session row is updated.
 */
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
