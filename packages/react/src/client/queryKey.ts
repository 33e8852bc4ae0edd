/** What the hooks keep, by what it is of: what a mutation can change is named by these. */
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

/** Where in the cache a query lies; `scope` keeps customers and servers apart. */
export const queryKey = (
  scope: string,
  family: QueryFamily,
  rest: readonly unknown[] = [],
): readonly unknown[] => ['purser', scope, family, ...rest]
