export { answerPayment } from './answerPayment.ts'
export { askHangingPayment } from './askHangingPayment.ts'
export { askPayment } from './askPayment.ts'
export { beginPayment } from './beginPayment.ts'
export { beginRefund } from './beginRefund.ts'
export { cancelPayment } from './cancelPayment.ts'
export { closeOff } from './closeOff.ts'
export { EXTERNAL, hasEnded } from './core/paymentState.ts'
export { createDueWork as createPaymentWork } from './dueWork.ts'
export { findOwnMethod } from './findOwnMethod.ts'
export { paymentInvariants } from './invariants.ts'
export { paymentJobs } from './jobs.ts'
export { createPaymentProviders, type PaymentProviders } from './paymentProviders.ts'
export {
  ForgedWebhook,
  type PaymentOutcome,
  type ProviderAdapter,
  type ProviderEvent,
  type SignedEvent,
} from './provider.ts'
export { recordDispute } from './recordDispute.ts'
export { recordExternalPayment } from './recordExternalPayment.ts'
export { refreshPaymentMethod } from './refreshPaymentMethod.ts'
export { requireActive } from './requireActive.ts'
export { paymentRoutes } from './routes.ts'
export { sendPayment } from './sendPayment.ts'
export { sendRefund } from './sendRefund.ts'
export { setDefaultPaymentMethod } from './setDefaultPaymentMethod.ts'
export { settlePayment } from './settlePayment.ts'
export { setupPaymentMethod } from './setupPaymentMethod.ts'
