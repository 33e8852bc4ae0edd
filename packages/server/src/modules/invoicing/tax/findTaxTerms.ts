import type { TaxCalculator } from '../ports.ts'
import { findActiveRate } from './taxRate.sql.ts'

/**
 * The built-in tax calculator. It uses the environment's tax rates: the region's rate first, then
 * the country's.
 */
export const findTaxTerms: TaxCalculator['taxFor'] = async (
  tx,
  environmentId,
  { country, region, taxExempt },
) => {
  if (taxExempt || country === null) return null
  const ofRegion = region === null ? null : await findActiveRate(tx, environmentId, country, region)
  const rate = ofRegion ?? (await findActiveRate(tx, environmentId, country, null))
  if (!rate) return null
  const { name, percentage, isInclusive } = rate
  return { name, percentage, isInclusive }
}
