export { recordDispute } from './disputes/recordDispute.ts'
export { paymentInvariants } from './invariants.ts'
export { paymentJobs } from './jobs.ts'
export { findCustomerMethod, requireActiveMethod } from './methods/customerMethod.ts'
export { createPaymentDueWork } from './methods/noticeExpiringMethods.ts'
export { refreshPaymentMethod } from './methods/refreshPaymentMethod.ts'
export { setDefaultPaymentMethod } from './methods/setDefaultPaymentMethod.ts'
export { setupPaymentMethod } from './methods/setupPaymentMethod.ts'
export { askAboutOpenPayment, askAboutPayment } from './payment/askAboutPayment.ts'
export { cancelIfUnattended, cancelPayment } from './payment/cancelPayment.ts'
export { createPayment } from './payment/createPayment.ts'
export { PAYMENT_IN_PROGRESS, paymentDeletionBlocker } from './payment/deletionBlocker.ts'
export { recordExternalPayment } from './payment/recordExternalPayment.ts'
export { sendPayment } from './payment/sendPayment.ts'
export { lockPayment, settlePayment } from './payment/settlePayment.ts'
export { toSettlementOutcome } from './payment/toSettlementOutcome.ts'
export {
  ForgedWebhook,
  type PaymentOutcome,
  type ProviderAdapter,
  type ProviderEvent,
  type SignedEvent,
} from './provider.ts'
export { createPaymentProviders, type PaymentProviders } from './providers/paymentProviders.ts'
export { createRefund } from './refunds/refundPayment.ts'
export { sendRefund } from './refunds/sendRefund.ts'
export { paymentRoutes } from './routes.ts'
