import {
  useAutoTopUp,
  useBranding,
  useChangeSubscription,
  useCheckoutPage,
  useCheckoutPreview,
  useCheckoutSession,
  useCreditAccounts,
  useCreditBurn,
  useCreditCurrencies,
  useCreditLedger,
  useCustomer,
  useEntitlement,
  useEntitlements,
  useInvoice,
  useInvoices,
  usePaymentMethodDependencies,
  usePaymentMethods,
  usePlans,
  usePricing,
  useProducts,
  useSubscriptions,
  useTopupHistory,
  useUsageHistory,
  useUsageMeter,
} from '../../src/index.ts'

/** Every read by the name of its hook, as on one page. */
export function useEverything(checkoutSessionId: string | null = null) {
  const subscriptions = useSubscriptions()
  const paymentMethods = usePaymentMethods()
  const invoices = useInvoices()
  const activeSubscription = subscriptions.subscriptions.find(({ status }) => status === 'active')
  return {
    accounts: useCreditAccounts(),
    currencies: useCreditCurrencies(),
    autoTopUp: useAutoTopUp('prepaid'),
    history: useTopupHistory(),
    ledger: useCreditLedger(),
    burn: useCreditBurn('images'),
    paymentMethods,
    dependencies: usePaymentMethodDependencies(paymentMethods.paymentMethods[0]?.id ?? null),
    subscriptions,
    change: useChangeSubscription(
      activeSubscription ? { subscriptionId: activeSubscription.id, planId: 'max' } : null,
    ),
    plans: usePlans(),
    products: useProducts(),
    pricing: usePricing(),
    branding: useBranding(),
    meter: useUsageMeter('renders'),
    usage: useUsageHistory(),
    preview: useCheckoutPreview({ purpose: 'credit_package', creditPackageId: 'pack' }),
    session: useCheckoutSession(checkoutSessionId),
    page: useCheckoutPage(checkoutSessionId),
    invoices,
    invoice: useInvoice(invoices.invoices[0]?.id),
    customer: useCustomer(),
    entitlements: useEntitlements(),
    probe: useEntitlement('renders', { requestedUsage: 4 }),
  }
}

type Everything = ReturnType<typeof useEverything>

export const isSettled = (everything: Everything): boolean =>
  Object.values(everything).every(({ isLoading }) => !isLoading)

/** The data that was read, without actions and without tokens that change with each read. */
export function readings(everything: Everything): unknown {
  return JSON.parse(
    JSON.stringify({ ...everything, session: null, page: null }, (name, value: unknown) =>
      /^(previewToken|isPending)$/.test(name) ? undefined : value,
    ),
  )
}
