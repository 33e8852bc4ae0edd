// Everything here runs in browsers; frameworks with server components need to be told.
'use client'

export { InvoiceList, type InvoiceListProps } from './invoices/InvoiceList.tsx'
export { InvoiceView, type InvoiceViewProps } from './invoices/InvoiceView.tsx'
export { CardForm, type CardFormProps } from './payments/CardForm.tsx'
export { challengeOutcome } from './payments/challengeOutcome.ts'
export {
  PaymentMethodManager,
  type PaymentMethodManagerProps,
} from './payments/PaymentMethodManager.tsx'
export { SettlementDialog, type SettlementDialogProps } from './payments/SettlementDialog.tsx'
export { CheckoutPreview, type CheckoutPreviewProps } from './pricing/CheckoutPreview.tsx'
export { PlanPicker, type PlanPickerProps } from './pricing/PlanPicker.tsx'
export { PricingTable, type PricingTableProps } from './pricing/PricingTable.tsx'
export type { PricingFeature, PricingPlan, PricingTier } from './pricing/PricingTier.ts'
export { SubscriptionCard, type SubscriptionCardProps } from './subscriptions/SubscriptionCard.tsx'
export { PurserTheme, type PurserThemeProps } from './theme/PurserTheme.tsx'
export { UsageHistory, type UsageHistoryProps } from './usage/UsageHistory.tsx'
export { UsageMeter, type UsageMeterProps } from './usage/UsageMeter.tsx'
export { UsageMeters, type UsageMetersProps } from './usage/UsageMeters.tsx'
export { AutoTopUpForm, type AutoTopUpFormProps } from './wallet/AutoTopUpForm.tsx'
export { LedgerTable, type LedgerTableProps } from './wallet/LedgerTable.tsx'
export { PackageList, type PackageListProps } from './wallet/PackageList.tsx'
export { TopUpDialog, type TopUpDialogProps } from './wallet/TopUpDialog.tsx'
export { TopUpHistory, type TopUpHistoryProps } from './wallet/TopUpHistory.tsx'
export { WalletCard, type WalletCardProps } from './wallet/WalletCard.tsx'
export { WalletList, type WalletListProps } from './wallet/WalletList.tsx'
export type { PartialWords, Words } from './words.ts'
