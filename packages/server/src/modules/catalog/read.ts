export type { Coupon, Feature, Metric } from './kinds/catalogObject.core.ts'
export { readCatalogVersion } from './kinds/catalogVersion.sql.ts'
export {
  findCoupon,
  findCreditCurrency,
  findCreditPackage,
  findFeature,
  findMetric,
  findProduct,
  findTier,
  listAllCreditCurrencies,
  listAllFeatures,
  listAllMetrics,
  listCoupons,
  listCreditCurrencies,
  listCreditPackages,
  listFeatures,
  listMetrics,
  listProducts,
  listTiers,
} from './kinds/kinds.sql.ts'
export { listOverflowMetricIds, listSeatTypes, readPlanRights } from './plan/planRights.sql.ts'
export {
  findPlan,
  listAllPlans,
  listPlans,
  listPlanVersions,
} from './plan/plans.sql.ts'
export { readPlanTerms } from './plan/planVersions.sql.ts'
