export { entitlementInvariants } from './invariants.ts'
export { entitlementRoutes } from './routes.ts'
