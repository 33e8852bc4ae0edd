// Everything here runs in browsers; frameworks with server components need to be told.
'use client'

export { CardForm, type CardFormProps } from './payments/CardForm.tsx'
export { challengeOutcome } from './payments/challengeOutcome.ts'
export {
  PaymentMethodManager,
  type PaymentMethodManagerProps,
} from './payments/PaymentMethodManager.tsx'
export { SettlementDialog, type SettlementDialogProps } from './payments/SettlementDialog.tsx'
export { PurserTheme, type PurserThemeProps } from './theme/PurserTheme.tsx'
export type { PartialWords, Words } from './words.ts'
