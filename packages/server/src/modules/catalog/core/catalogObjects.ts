import type { catalogEndpoints, ResponseOf } from '@purser/contract'

// The kinds of catalog objects as the contract shows them; a plan has its type there.
export type Product = ResponseOf<typeof catalogEndpoints.getProduct>
export type CreditCurrency = ResponseOf<typeof catalogEndpoints.getCreditCurrency>
export type Metric = ResponseOf<typeof catalogEndpoints.getMetric>
export type Feature = ResponseOf<typeof catalogEndpoints.getFeature>
export type Tier = ResponseOf<typeof catalogEndpoints.getTier>
export type CreditPackage = ResponseOf<typeof catalogEndpoints.getCreditPackage>
export type Coupon = ResponseOf<typeof catalogEndpoints.getCoupon>
