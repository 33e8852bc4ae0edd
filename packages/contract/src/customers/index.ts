export * from './customer.ts'
export * from './testClock.ts'
