/** Kinds of cached data. Mutations name the kinds that they change. */
export type QueryFamily =
  | 'autoTopUp'
  | 'branding'
  | 'changePreview'
  | 'checkoutPage'
  | 'checkoutPreview'
  | 'checkoutSession'
  | 'creditAccounts'
  | 'creditBurn'
  | 'creditCurrencies'
  | 'creditLedger'
  | 'customer'
  | 'entitlements'
  | 'invoices'
  | 'paymentMethods'
  | 'plans'
  | 'pricing'
  | 'products'
  | 'subscriptions'
  | 'topupHistory'
  | 'usageHistory'
  | 'usageMeter'

/** The cache key of a query; `scope` separates customers and servers. */
export const queryKey = (
  scope: string,
  family: QueryFamily,
  rest: readonly unknown[] = [],
): readonly unknown[] => ['purser', scope, family, ...rest]
