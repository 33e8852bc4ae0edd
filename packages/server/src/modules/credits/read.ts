export { readBalances } from './read/balances.ts'
