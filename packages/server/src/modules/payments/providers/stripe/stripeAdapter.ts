import type { ProviderAdapter } from '../../provider.ts'
import type { StripeOptions } from './connection.ts'

/**
 * Payments through Stripe. Its SDK takes 35 MB, so it is loaded when an environment uses it and not
 * before.
 */
export const createStripeAdapter = (options: StripeOptions = {}): ProviderAdapter => ({
  id: 'stripe',
  needsCredentials: true,
  connect: async (account) => {
    const { connectStripe } = await import('./connectStripe.ts')
    return connectStripe(account, options)
  },
})
