export { applyCatalogDocument } from './applyCatalogDocument.ts'
export { type EntitlementTerms, normalizeEntitlement } from './core/entitlementTerms.ts'
export { catalogInvariants } from './invariants.ts'
export { catalogRoutes } from './routes.ts'
