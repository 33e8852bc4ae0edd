export * from './change.ts'
export * from './endpoints.ts'
export * from './subscription.ts'
