export { customerInvariants } from './invariants.ts'
export { putCustomer } from './putCustomer.ts'
export { customerRoutes } from './routes.ts'
