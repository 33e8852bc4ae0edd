import { useCallback } from 'react'
import { usePurserContext } from './PurserContext.ts'
import { type QueryFamily, queryKey } from './queryKey.ts'

/** Queries that a payment or a change of balance can affect. */
const MONEY = [
  'autoTopUp',
  'changePreview',
  'checkoutPreview',
  'creditAccounts',
  'creditBurn',
  'creditLedger',
  'entitlements',
  'invoices',
  'paymentMethods',
  'topupHistory',
] as const satisfies readonly QueryFamily[]

/**
 * Queries that a change of plan can affect. The pricing shown may depend on the subscription's
 * product.
 */
const PLAN = [
  ...MONEY,
  'customer',
  'pricing',
  'subscriptions',
  'usageHistory',
  'usageMeter',
] as const satisfies readonly QueryFamily[]

const CARDS = [
  'autoTopUp',
  'changePreview',
  'checkoutPreview',
  'creditAccounts',
  'paymentMethods',
] as const satisfies readonly QueryFamily[]

/** Queries to refetch after each mutation: everything that it can change. */
export const invalidations = {
  topUp: MONEY,
  buyCreditPackage: MONEY,
  setAutoTopUp: MONEY,
  disableAutoTopUp: ['autoTopUp', 'creditAccounts', 'paymentMethods', 'topupHistory'],
  setDefaultPaymentMethod: CARDS,
  detachPaymentMethod: CARDS,
  setupPaymentMethod: ['paymentMethods'],
  replacePaymentMethod: CARDS,
  createSubscription: PLAN,
  changeSubscription: PLAN,
  cancelSubscription: PLAN,
  resumeSubscription: PLAN,
  payInvoice: PLAN,
  createCheckoutSession: PLAN,
  fetchInvoicePdf: [],
  openCheckoutForm: [],
  /** A form of any purpose was completed. */
  completeCheckout: [...PLAN, 'checkoutPage'],
} as const satisfies Record<string, readonly QueryFamily[]>

export type MutationName = keyof typeof invalidations

/**
 * Refetches the queries that a mutation can change: immediately if they are shown, otherwise when
 * they are shown next.
 */
export function useInvalidate(): (mutation: MutationName) => void {
  const { queryClient, scope } = usePurserContext()
  return useCallback(
    (mutation) => {
      for (const family of invalidations[mutation]) {
        void queryClient.invalidateQueries({ queryKey: queryKey(scope, family) })
      }
    },
    [queryClient, scope],
  )
}
