import type { Page } from './usePage.ts'

/** The kind of a record, its place on the page, and the fields that the interface lists. */
export const records: [string, (page: Page) => unknown, string][] = [
  [
    'credit account',
    ({ useCreditAccounts }) => useCreditAccounts.accounts[0],
    'id customerId creditCurrencyId status balance currency grants autoTopup autoTopupRuntime effectiveFundingMethod',
  ],
  [
    'credit currency of an account',
    ({ useCreditAccounts }) => useCreditAccounts.accounts[0]?.currency,
    'id slug name denomination minorUnitScale',
  ],
  [
    'credit currency of the organization',
    ({ useCreditCurrencies }) => useCreditCurrencies.currencies[0],
    'id slug name denomination minorUnitScale',
  ],
  [
    'credit grant',
    ({ useCreditAccounts }) => useCreditAccounts.accounts.flatMap(({ grants }) => grants)[0],
    'id creditAccountId customerId creditCurrencyId subscriptionId planId creditPackageId sourceInvoiceId amount creditsRemaining priority description expiresAt voidedAt metadata createdAt updatedAt',
  ],
  [
    'auto-top-up config',
    ({ useAutoTopUp }) => useAutoTopUp.rule,
    'enabled threshold packageId amount monthlyChargeLimit',
  ],
  [
    'auto-top-up runtime',
    ({ useAutoTopUp }) => useAutoTopUp.runtime,
    'lastFiredAt lastFailedAt consecutiveFailures totalFiresCount isPending monthToDateCharge',
  ],
  [
    'top-up attempt',
    ({ useTopupHistory }) => useTopupHistory.attempts[0],
    'id status triggerSource fundingMethod amount chargeAmount balanceAtFire thresholdAtFire paymentId',
  ],
  [
    'credit ledger entry',
    ({ useCreditLedger }) => useCreditLedger.entries[0],
    'id customerId creditAccountId creditCurrencyId type reason amount balanceBefore balanceAfter grantId reservationId invoiceId featureId usageEventId metadata createdAt',
  ],
  [
    'payment method',
    ({ usePaymentMethods }) => usePaymentMethods.paymentMethods[0],
    'id customerId organizationId paymentProviderId providerMethodId type status cardLast4 cardBrand expMonth expYear createdAt updatedAt',
  ],
  [
    'payment method dependencies',
    ({ usePaymentMethodDependencies }) => usePaymentMethodDependencies.dependencies,
    'paymentMethodId isDefault blocksDetach activeSubscriptions autoTopupAccounts',
  ],
  [
    'subscription that depends on a payment method',
    ({ usePaymentMethodDependencies: { dependencies } }) => dependencies?.activeSubscriptions[0],
    'id status planId collectionMethod currentBillingPeriodEnd',
  ],
  [
    'wallet that depends on a payment method',
    ({ usePaymentMethodDependencies: { dependencies } }) => dependencies?.autoTopupAccounts[0],
    'id creditCurrencyId autoTopupThreshold autoTopupAmount autoTopupPackageId',
  ],
  [
    'plan',
    ({ usePlans }) => usePlans.plans[0],
    'id name slug description isPublic metadata charges entitlements grantRules',
  ],
  [
    'product',
    ({ useProducts }) => useProducts.products[0],
    'id organizationId name slug description imageUrl status metadata createdAt updatedAt',
  ],
  ['public pricing', ({ usePricing }) => usePricing.pricing, 'currency product features tiers'],
  [
    'product of public pricing',
    ({ usePricing }) => usePricing.pricing?.product,
    'id name slug description imageUrl',
  ],
  [
    'feature of public pricing',
    ({ usePricing }) => usePricing.pricing?.features[0],
    'slug name eventName creditCurrencyId',
  ],
  [
    'tier of public pricing',
    ({ usePricing }) => usePricing.pricing?.tiers[0],
    'id name plans addons creditPackages entitlementBySlug isPopular isForeverFree isSelfServe isSalesLed ctaLabel intervals',
  ],
  ['branding', ({ useBranding }) => useBranding.branding, 'name logo website branding'],
  [
    'usage meter',
    ({ useUsageMeter }) => useUsageMeter.meter,
    'metricId metricName usage limit isUnlimited percentage',
  ],
  ['day of usage', ({ useUsageHistory }) => useUsageHistory.series.render?.[0], 'date total'],
  ['day of burn', ({ useCreditBurn }) => useCreditBurn.series[0], 'date consumed'],
  [
    'checkout preview',
    ({ useCheckoutPreview }) => useCheckoutPreview.preview,
    'dueToday lineItems subtotal discount creditsApplied tax total creditImpact warnings purpose mode details',
  ],
  [
    'line item of a preview',
    ({ useCheckoutPreview }) => useCheckoutPreview.preview?.lineItems[0],
    'description unitAmount quantity subtotal',
  ],
  [
    'credit impact of a preview',
    ({ useCheckoutPreview }) => useCheckoutPreview.preview?.creditImpact,
    'currencyName denomination minorUnitScale currentBalance delta afterBalance',
  ],
  [
    'checkout session status',
    ({ useCheckoutSession }) => useCheckoutSession.data,
    'id status completedAt subscriptionId invoiceId',
  ],
]
