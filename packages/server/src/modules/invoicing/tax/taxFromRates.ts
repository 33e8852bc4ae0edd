import type { TaxCalculator } from '../ports.ts'
import { findActiveRate } from './taxRate.sql.ts'

/** The built-in adapter: the environment's own table of rates, that of the region before its country's. */
export const createTaxFromRates = (): TaxCalculator => ({
  taxFor: async (tx, environmentId, { country, region, taxExempt }) => {
    if (taxExempt || country === null) return null
    const ofRegion =
      region === null ? null : await findActiveRate(tx, environmentId, country, region)
    const rate = ofRegion ?? (await findActiveRate(tx, environmentId, country, null))
    if (!rate) return null
    const { name, percentage, isInclusive } = rate
    return { name, percentage, isInclusive }
  },
})
