export {
  findDefaultMethod,
  findMethodAtProvider,
  type PaymentMethodRecord,
} from './read/paymentMethods.ts'
export {
  findPayment,
  findPaymentAtProvider,
  hasOpenPayment,
  hasUnnamedPayment,
  listPaymentsOfInvoice,
  type PaymentRecord,
  renderPayment,
} from './read/payments.ts'
export { findRefundAtProvider } from './read/refunds.ts'
