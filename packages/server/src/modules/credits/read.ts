export {
  type AutoTopUpRule,
  EMPTY_LOG,
  listAutoTopUpAccounts,
  readAutoTopUpLogs,
  readAutoTopUpRules,
  renderLog,
  renderRule,
} from './autoTopUp/autoTopUp.sql.ts'
export { findTopUpGrant } from './grants/grants.sql.ts'
export { readPlanCredits } from './planCredits/planCredits.sql.ts'
export { BALANCE_COLUMNS, type Balance, joinWallets } from './wallet/balance.sql.ts'
export { findWalletId, listWallets, readWallet } from './wallet/wallet.sql.ts'
