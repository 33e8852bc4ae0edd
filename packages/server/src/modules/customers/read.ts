export { type CustomerRecord, findCustomer } from './customer/customers.sql.ts'
export {
  CUSTOMER_SNAPSHOT_COLUMNS,
  type CustomerLocation,
  type CustomerSnapshot,
  type CustomerSnapshotRow,
  JOIN_CUSTOMER_SNAPSHOTS,
  readCustomerSnapshots,
  toCustomerSnapshot,
} from './lock/customerSnapshots.sql.ts'
export { hasAdvancingClock } from './testClocks/testClocks.sql.ts'
