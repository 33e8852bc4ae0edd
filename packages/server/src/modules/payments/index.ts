export { askPayment } from './askPayment.ts'
export { beginPayment } from './beginPayment.ts'
export { beginRefund } from './beginRefund.ts'
export { cancelPayment } from './cancelPayment.ts'
export { isDueToBeAsked } from './core/nextQuestion.ts'
export { hasEnded } from './core/paymentState.ts'
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
export { refreshPaymentMethod } from './refreshPaymentMethod.ts'
export { paymentRoutes } from './routes.ts'
export { sendPayment } from './sendPayment.ts'
export { sendRefund } from './sendRefund.ts'
export { settlePayment } from './settlePayment.ts'
