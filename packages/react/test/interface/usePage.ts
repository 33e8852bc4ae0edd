import * as react from '../../src/index.ts'

/** Every hook of the interface by its name, as on one page. */
export function usePage(checkoutSessionId: string) {
  const methods = react.usePaymentMethods()
  return {
    useCreditAccounts: react.useCreditAccounts({ customerId: 'jane' }),
    useCreditCurrencies: react.useCreditCurrencies(),
    useTopUp: react.useTopUp(),
    useBuyCreditPackage: react.useBuyCreditPackage(),
    useAutoTopUp: react.useAutoTopUp('prepaid'),
    useTopupHistory: react.useTopupHistory(),
    useCreditLedger: react.useCreditLedger(),
    usePaymentMethods: methods,
    usePaymentMethodDependencies: react.usePaymentMethodDependencies(
      methods.paymentMethods.find(({ isDefault }) => isDefault)?.id ?? null,
    ),
    useSetupPaymentMethod: react.useSetupPaymentMethod(),
    useReplacePaymentMethod: react.useReplacePaymentMethod(),
    useCreateSubscription: react.useCreateSubscription(),
    useUsageMeter: react.useUsageMeter('renders'),
    useUsageHistory: react.useUsageHistory(),
    useCreditBurn: react.useCreditBurn('images'),
    usePricing: react.usePricing(),
    usePlans: react.usePlans(),
    useProducts: react.useProducts(),
    useBranding: react.useBranding(),
    useCheckoutPreview: react.useCheckoutPreview({
      purpose: 'credit_package',
      creditPackageId: 'pack',
    }),
    useCheckoutSession: react.useCheckoutSession(checkoutSessionId),
    useEntitlement: react.useEntitlement('export'),
    useEntitlements: react.useEntitlements(),
    useBooleanEntitlement: react.useBooleanEntitlement('export'),
    useMeteredEntitlement: react.useMeteredEntitlement('renders'),
    useCreditEntitlement: react.useCreditEntitlement('pictures'),
    useConfigEntitlement: react.useConfigEntitlement('seats'),
    useEnumEntitlement: react.useEnumEntitlement('models'),
  }
}
export type Page = ReturnType<typeof usePage>
export type HookName = keyof Page
