import type { Updateable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { TaxRates } from '../../../platform/db/tables.ts'
import { taxRegion } from '../core/taxRegion.ts'
import { WHOLE_COUNTRY } from '../read/taxRates.ts'

interface RateKey {
  environmentId: string
  id: string
}

export interface NewTaxRate extends RateKey {
  country: string
  region: string | null
  name: string
  percentage: number
  isInclusive: boolean
  now: Date
}

/** Adds an active rate; false when its place has one already, which also holds for two at once. */
export async function insertTaxRate(tx: Tx, rate: NewTaxRate): Promise<boolean> {
  const result = await tx
    .insertInto('tax_rates')
    .values({
      environment_id: rate.environmentId,
      id: rate.id,
      country: rate.country,
      region: rate.region === null ? WHOLE_COUNTRY : taxRegion(rate.region),
      name: rate.name,
      percentage: rate.percentage,
      is_inclusive: rate.isInclusive,
      status: 'active',
      created_at: rate.now,
      updated_at: rate.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'country', 'region'])
        .where('status', '=', 'active')
        .doNothing(),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes an active rate; false when there is none of this id that is active. */
export async function updateActiveRate(
  tx: Tx,
  { environmentId, id }: RateKey,
  columns: Updateable<TaxRates>,
): Promise<boolean> {
  const result = await tx
    .updateTable('tax_rates')
    .set(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
