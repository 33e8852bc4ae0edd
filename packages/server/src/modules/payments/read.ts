export { findDefaultMethod, type PaymentMethodRecord } from './read/paymentMethods.ts'
export {
  findPayment,
  findPaymentAtProvider,
  hasOpenPayment,
  hasUnnamedPayment,
  type PaymentRecord,
} from './read/payments.ts'
export { findRefundAtProvider } from './read/refunds.ts'
