export * from './endpoints.ts'
export * from './ledger.ts'
export * from './reservation.ts'
export * from './wallet.ts'
