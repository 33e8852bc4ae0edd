// Everything here runs in browsers. Frameworks with server components require the directive.
'use client'

export { CheckoutForm, type CheckoutFormProps } from './checkout/CheckoutForm.tsx'
export { CheckoutPreview, type CheckoutPreviewProps } from './checkout/CheckoutPreview.tsx'
export { InvoiceList, type InvoiceListProps } from './invoices/InvoiceList.tsx'
export { InvoiceView, type InvoiceViewProps } from './invoices/InvoiceView.tsx'
export { CardForm, type CardFormProps } from './payments/form/CardForm.tsx'
export type { CardFormProblem, CardFormResult } from './payments/form/providerForm.tsx'
export {
  PaymentMethodManager,
  type PaymentMethodManagerProps,
} from './payments/methods/PaymentMethodManager.tsx'
export { challengeOutcome } from './payments/settlement/challengeOutcome.ts'
export {
  SettlementDialog,
  type SettlementDialogProps,
} from './payments/settlement/SettlementDialog.tsx'
export { PlanPicker, type PlanPickerProps } from './plans/PlanPicker.tsx'
export { PricingTable, type PricingTableProps } from './pricing/PricingTable.tsx'
export type { PricingFeature, PricingPlan, PricingTier } from './pricing/PricingTier.ts'
export { SubscriptionCard, type SubscriptionCardProps } from './subscriptions/SubscriptionCard.tsx'
export { PurserTheme, type PurserThemeProps } from './theme/PurserTheme.tsx'
export { AutoTopUpForm, type AutoTopUpFormProps } from './topups/AutoTopUpForm.tsx'
export { PackageList, type PackageListProps } from './topups/PackageList.tsx'
export { TopUpDialog, type TopUpDialogProps } from './topups/TopUpDialog.tsx'
export { TopUpHistory, type TopUpHistoryProps } from './topups/TopUpHistory.tsx'
export { UsageHistory, type UsageHistoryProps } from './usage/UsageHistory.tsx'
export { UsageMeter, type UsageMeterProps } from './usage/UsageMeter.tsx'
export { UsageMeters, type UsageMetersProps } from './usage/UsageMeters.tsx'
export { LedgerTable, type LedgerTableProps } from './wallet/LedgerTable.tsx'
export { WalletCard, type WalletCardProps } from './wallet/WalletCard.tsx'
export { WalletList, type WalletListProps } from './wallet/WalletList.tsx'
export type { PartialWords, Words } from './words/words.ts'
