import { useCallback } from 'react'
import { usePurserContext } from './PurserContext.ts'
import { type QueryFamily, queryKey } from './queryKey.ts'

/** What money that comes in or goes out can show in. */
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

/** What a plan decides besides: the price list shown may be that of the subscription's product. */
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

/** Which queries are read again after each mutation: everything that it can change. */
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
  /** A form was completed: whatever it was for. */
  completeCheckout: [...PLAN, 'checkoutPage'],
} as const satisfies Record<string, readonly QueryFamily[]>

export type MutationName = keyof typeof invalidations

/** Reads again what a mutation can have changed: at once where it is shown, else when it is next. */
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
