export { recordDispute } from './disputes/recordDispute.ts'
export { paymentInvariants } from './invariants.ts'
export { paymentJobs } from './jobs.ts'
export { findOwnMethod, requireActive } from './methods/customerMethod.ts'
export { createPaymentWork } from './methods/noticeExpiringMethods.ts'
export { refreshPaymentMethod } from './methods/refreshPaymentMethod.ts'
export { setDefaultPaymentMethod } from './methods/setDefaultPaymentMethod.ts'
export { setupPaymentMethod } from './methods/setupPaymentMethod.ts'
export { answerPayment } from './payment/answerPayment.ts'
export { askHangingPayment, askPayment } from './payment/askPayment.ts'
export { beginPayment } from './payment/beginPayment.ts'
export { cancelPayment, closeOff } from './payment/cancelPayment.ts'
export { PAYMENT_IN_PROGRESS, paymentDeletionBlocker } from './payment/deletionBlocker.ts'
export { EXTERNAL, hasEnded } from './payment/payment.core.ts'
export { recordExternalPayment } from './payment/recordExternalPayment.ts'
export { sendPayment } from './payment/sendPayment.ts'
export { settlePayment } from './payment/settlePayment.ts'
export {
  ForgedWebhook,
  type PaymentOutcome,
  type ProviderAdapter,
  type ProviderEvent,
  type SignedEvent,
} from './provider.ts'
export { createPaymentProviders, type PaymentProviders } from './providers/paymentProviders.ts'
export { beginRefund } from './refunds/refundPayment.ts'
export { sendRefund } from './refunds/sendRefund.ts'
export { paymentRoutes } from './routes.ts'
