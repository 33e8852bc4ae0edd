export type { ModelReading } from './mergeModelReading.ts'
export { mergeModelReading } from './mergeModelReading.ts'
export type * from './offer.ts'
export { type PageReading, readPricingPage } from './readPricingPage.ts'
