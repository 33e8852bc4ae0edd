import type { CheckoutPreview } from '@purser/contract'
import type { Buyer } from './buyer.ts'

export type CheckoutMode = CheckoutPreview['mode']

/** What a session has begun: a payment or a form that waits for the customer, or neither. */
export interface Begun {
  /** What kind of purchase it is, as its preview said. */
  readonly mode: CheckoutMode
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly setupId: string | null
}

export const NOTHING_BEGUN: Omit<Begun, 'mode'> = {
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
