export { createStripeAdapter } from './stripeAdapter.ts'
