import type { ProviderAdapter } from '../../provider.ts'
import type { StripeOptions } from './connection.ts'

/**
 * Payments through Stripe. The SDK takes 35 MB, so it is loaded only when an environment
 * uses it.
 */
export const createStripeAdapter = (options: StripeOptions = {}): ProviderAdapter => ({
  id: 'stripe',
  needsCredentials: true,
  connect: async (account) => {
    const { connectStripe } = await import('./connectStripe.ts')
    return connectStripe(account, options)
  },
})
