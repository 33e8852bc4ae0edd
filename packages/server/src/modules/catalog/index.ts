export { type CatalogCache, createCatalogCache } from './cache/catalogCache.ts'
export { applyCatalogDocument } from './document/applyCatalogDocument.ts'
export { catalogInvariants } from './invariants.ts'
export { catalogRoutes } from './routes.ts'
