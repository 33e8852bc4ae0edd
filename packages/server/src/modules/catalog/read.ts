export type { Coupon, Feature, Metric } from './core/catalogObjects.ts'
export { readCatalogVersion } from './read/catalogVersion.ts'
export {
  findCreditCurrency,
  findFeature,
  findMetric,
  listAllCreditCurrencies,
  listAllFeatures,
  listAllMetrics,
  listCreditCurrencies,
  listFeatures,
  listMetrics,
} from './read/metering.ts'
export { readMeteringSnapshot } from './read/meteringSnapshot.ts'
export {
  findCoupon,
  findCreditPackage,
  findTier,
  listAllCoupons,
  listAllCreditPackages,
  listAllTiers,
  listCoupons,
  listCreditPackages,
  listTiers,
} from './read/offer.ts'
export { listOverflowMetricIds } from './read/overflowMetrics.ts'
export { readPlanRight } from './read/planRight.ts'
export {
  findPlan,
  listAllPlans,
  listPlans,
  listPlanVersions,
} from './read/plans.ts'
export { readPlanTerms } from './read/planTerms.ts'
export { findProduct, listAllProducts, listProducts } from './read/products.ts'
export { listSeatTypes } from './read/seatTypes.ts'
