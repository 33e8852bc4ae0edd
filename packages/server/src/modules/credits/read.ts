export { BALANCE_COLUMNS, type Balance, joinWallets } from './read/balances.ts'
