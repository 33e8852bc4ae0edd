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
export { findWalletId } from './read/wallets.ts'
