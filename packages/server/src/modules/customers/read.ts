export { type CustomerRecord, findCustomer } from './customer/customers.sql.ts'
export {
  type CustomerStanding,
  JOIN_STANDINGS,
  type Place,
  readCustomers,
  STANDING_COLUMNS,
  type StandingRow,
  toStanding,
} from './lock/customerSnapshots.sql.ts'
export { currentTimeOf } from './testClocks/testClocks.core.ts'
export { isClockAdvancing } from './testClocks/testClocks.sql.ts'
