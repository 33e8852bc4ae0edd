export { debit } from './wallet/debit.core.ts'
export { settle } from './wallet/settle.core.ts'
export type { ExhaustionRule } from './wallet/wallet.core.ts'
export { NeedsWholeWallet, newWallet, spendableCredits, type Wallet } from './wallet/wallet.core.ts'
