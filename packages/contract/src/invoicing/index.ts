export * from './invoice.ts'
export * from './taxRate.ts'
