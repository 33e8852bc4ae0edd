export { listUnbilledUsage, type UnbilledUsage } from './billing/unbilledUsage.sql.ts'
