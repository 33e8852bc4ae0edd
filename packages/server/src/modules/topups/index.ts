export { topUpInvariants } from './invariants.ts'
export { topUpJobs } from './jobs.ts'
export { topUpRoutes } from './routes.ts'
export { settleTopUp } from './settleTopUp.ts'
