export * from './autoTopUp.ts'
export * from './topUp.ts'
