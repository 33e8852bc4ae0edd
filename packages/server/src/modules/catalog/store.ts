export { bumpCatalogVersion } from './store/catalogVersion.ts'
export { archiveObject, claimObject, insertObject, updateObject } from './store/objects.ts'
export {
  addPlanVersion,
  insertPlan,
  lockCurrentVersion,
  rewriteTerms,
  updatePlanRow,
} from './store/plans.ts'
