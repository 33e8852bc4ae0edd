export { EXTERNAL_PROVIDER, hasEnded } from './payment/payment.core.ts'
