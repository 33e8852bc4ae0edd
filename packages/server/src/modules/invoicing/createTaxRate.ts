import type { BodyOf, TaxRate, taxRateEndpoints } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getTaxRate } from './getTaxRate.ts'
import { insertTaxRate } from './store/taxRates.ts'

/** Taxes a country, or a region of it, from now on. */
export async function createTaxRate(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof taxRateEndpoints.createTaxRate>,
): Promise<TaxRate> {
  const id = newId('taxRate')
  const { country, region = null, name, percentage, isInclusive } = body
  const place = { country, region, name, percentage, isInclusive }
  const { environmentId, now } = scope
  if (!(await insertTaxRate(tx, { environmentId, id, ...place, now }))) {
    throw new PurserError(
      'already_exists',
      `${region ? `The region ${region} of ${country}` : country} has an active tax rate already. Change it with PATCH, or archive it first.`,
    )
  }
  return getTaxRate(tx, scope, id)
}
