export { type BalanceKey, readBalances } from './read/balances.ts'
