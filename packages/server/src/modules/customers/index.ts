export { putCustomer } from './customer/putCustomer.ts'
export { writeDefaultPaymentMethod } from './customer/writeDefaultPaymentMethod.sql.ts'
export { customerInvariants } from './invariants.ts'
export { customerJobs } from './jobs.ts'
export { bumpRightsVersion } from './lock/bumpRightsVersion.sql.ts'
export {
  type LockedCustomer,
  lockCustomer,
  lockCustomerIfExists,
  lockCustomers,
} from './lock/lockCustomers.ts'
export { lockCustomersIfUnchanged } from './lock/lockCustomersIfUnchanged.ts'
export type { DeletionBlock, DeletionBlocker, DueWork } from './ports.ts'
export { customerRoutes, testClockRoutes } from './routes.ts'
