export { readDeductions } from './store/deductions.ts'
export { findPeriodGrant, readExpired } from './store/periods.ts'
export {
  type DueWallet,
  findDueWallets,
  findWallet,
  writeStatus,
  writeTopUpThreshold,
} from './store/wallets.ts'
