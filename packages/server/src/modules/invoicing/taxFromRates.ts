import type { Tx } from '../../platform/db/database.ts'
import type { CustomerRecord } from '../customers/read.ts'
import type { TaxTerms } from './core/billLine.ts'
import { findActiveRate } from './read/taxRates.ts'

/** The port to whoever knows what tax a customer pays. Null: none. */
export interface TaxCalculator {
  taxFor(
    tx: Tx,
    environmentId: string,
    customer: Pick<CustomerRecord, 'country' | 'region' | 'taxExempt'>,
  ): Promise<TaxTerms | null>
}

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
