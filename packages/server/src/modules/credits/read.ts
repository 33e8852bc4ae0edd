export {
  type AutoTopUpRule,
  EMPTY_AUTO_TOP_UP_LOG,
  listAutoTopUpWallets,
  readAutoTopUpLogs,
  readAutoTopUpRules,
  renderAutoTopUpLog,
  renderAutoTopUpRule,
} from './autoTopUp/autoTopUp.sql.ts'
export { findTopUpGrant } from './grants/grants.sql.ts'
export { readPlanCredits } from './planCredits/planCredits.sql.ts'
export { BALANCE_COLUMNS, type Balance, joinWallets } from './wallet/balance.sql.ts'
export { findWalletId, listWallets, readWallet } from './wallet/wallet.sql.ts'
