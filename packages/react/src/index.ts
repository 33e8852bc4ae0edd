// Everything here runs in browsers. Frameworks with server components require the directive.
'use client'

export {
  type CheckoutPage,
  type CheckoutPreview,
  type CheckoutPreviewInput,
  ConflictError,
  ConnectionError,
  type CreditAccount,
  type CreditGrant,
  type Customer,
  type DeniedReason,
  type EntitlementValue,
  ForbiddenError,
  InvalidRequestError,
  type Invoice,
  type InvoiceDetail,
  type LedgerEntry,
  NotFoundError,
  type PaymentMethod,
  PaymentRequiredError,
  PmInUseError,
  type PublicPricing,
  PurserError,
  RateLimitedError,
  renderAmount,
  ServerError,
  type SettlementOutcome,
  type Subscription,
  type TopUpAttempt,
  UnauthorizedError,
} from '@purser/contract/client'
export { useBranding } from './catalog/useBranding.ts'
export { usePlans } from './catalog/usePlans.ts'
export { usePricing } from './catalog/usePricing.ts'
export { useProducts } from './catalog/useProducts.ts'
export { useCheckoutPage } from './checkout/useCheckoutPage.ts'
export { useCheckoutPreview } from './checkout/useCheckoutPreview.ts'
export { useCheckoutSession } from './checkout/useCheckoutSession.ts'
export {
  type CreateCheckoutSessionInput,
  useCreateCheckoutSession,
} from './checkout/useCreateCheckoutSession.ts'
export { PurserProvider, type PurserProviderProps } from './client/PurserProvider.tsx'
export type { CallOptions, MutationState } from './client/useApiMutation.ts'
export type { PagingState } from './client/useApiPages.ts'
export type { QueryState } from './client/useApiQuery.ts'
export { usePurser } from './client/usePurser.ts'
export type { SettlementCallbacks } from './client/useSettlement.ts'
export { type SetAutoTopUpInput, useAutoTopUp } from './credits/useAutoTopUp.ts'
export { type BuyCreditPackageInput, useBuyCreditPackage } from './credits/useBuyCreditPackage.ts'
export { useCreditAccounts } from './credits/useCreditAccounts.ts'
export { useCreditBurn } from './credits/useCreditBurn.ts'
export { useCreditCurrencies } from './credits/useCreditCurrencies.ts'
export { type CreditLedgerFilters, useCreditLedger } from './credits/useCreditLedger.ts'
export { type TopUpInput, useTopUp } from './credits/useTopUp.ts'
export { type TopupHistoryFilters, useTopupHistory } from './credits/useTopupHistory.ts'
export { useCustomer } from './customers/useCustomer.ts'
export { FeatureGate, type FeatureGateProps } from './entitlements/FeatureGate.tsx'
export {
  BooleanGate,
  type BooleanGateProps,
  ConfigGate,
  type ConfigGateProps,
  CreditGate,
  type CreditGateProps,
  EnumGate,
  type EnumGateProps,
  MeteredGate,
  type MeteredGateProps,
} from './entitlements/gates.tsx'
export { useBooleanEntitlement } from './entitlements/useBooleanEntitlement.ts'
export { useConfigEntitlement } from './entitlements/useConfigEntitlement.ts'
export { useCreditEntitlement } from './entitlements/useCreditEntitlement.ts'
export { type EntitlementOptions, useEntitlement } from './entitlements/useEntitlement.ts'
export { type EntitlementsOptions, useEntitlements } from './entitlements/useEntitlements.ts'
export { useEnumEntitlement } from './entitlements/useEnumEntitlement.ts'
export {
  type MeteredFallback,
  useMeteredEntitlement,
} from './entitlements/useMeteredEntitlement.ts'
export { useInvoice } from './invoices/useInvoice.ts'
export { useInvoicePage } from './invoices/useInvoicePage.ts'
export { useInvoicePdf } from './invoices/useInvoicePdf.ts'
export { type InvoiceFilters, useInvoices } from './invoices/useInvoices.ts'
export { type PayInvoiceInput, usePayInvoice } from './invoices/usePayInvoice.ts'
export { usePaymentMethodDependencies } from './payments/usePaymentMethodDependencies.ts'
export { usePaymentMethods } from './payments/usePaymentMethods.ts'
export {
  type ReplacePaymentMethodInput,
  useReplacePaymentMethod,
} from './payments/useReplacePaymentMethod.ts'
export {
  type SetupPaymentMethodInput,
  useSetupPaymentMethod,
} from './payments/useSetupPaymentMethod.ts'
export {
  type CancelSubscriptionInput,
  useCancelSubscription,
} from './subscriptions/useCancelSubscription.ts'
export {
  type SubscriptionChange,
  useChangeSubscription,
} from './subscriptions/useChangeSubscription.ts'
export {
  type CreateSubscriptionInput,
  useCreateSubscription,
} from './subscriptions/useCreateSubscription.ts'
export {
  type ResumeSubscriptionInput,
  useResumeSubscription,
} from './subscriptions/useResumeSubscription.ts'
export { type SubscriptionFilters, useSubscriptions } from './subscriptions/useSubscriptions.ts'
export { useUsageHistory } from './usage/useUsageHistory.ts'
export { useUsageMeter } from './usage/useUsageMeter.ts'
