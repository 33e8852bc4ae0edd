export { listAutoTopUpAccounts } from './read/autoTopUpAccounts.ts'
export {
  type AutoTopUpRule,
  EMPTY_LOG,
  readAutoTopUpLogs,
  readAutoTopUpRules,
  renderLog,
  renderRule,
} from './read/autoTopUps.ts'
export { BALANCE_COLUMNS, type Balance, joinWallets } from './read/balances.ts'
export { findTopUpGrant } from './read/grants.ts'
export { readPlanCredits } from './read/planCredits.ts'
export { findWalletId, listWallets, readWallet } from './read/wallets.ts'
