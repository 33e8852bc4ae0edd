export {
  findDefaultMethod,
  findMethodAtProvider,
  type PaymentMethodRecord,
} from './methods/methods.sql.ts'
export {
  findPayment,
  findPaymentAtProvider,
  hasPaymentWithoutProviderId,
  listPaymentsOfInvoice,
  type PaymentRecord,
  renderPayment,
} from './payment/payment.sql.ts'
export { findRefundAtProvider } from './refunds/refunds.sql.ts'
