import type { TaxRate } from '@purser/contract'
import { sql, type Updateable } from 'kysely'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { TaxRates } from '../../../platform/db/tables.ts'

/** Normalizes a region for storage and comparison: `ca ` equals `CA`. */
const taxRegion = (region: string): string => region.normalize('NFC').trim().toUpperCase()

/** Stored as the region of a rate for a whole country. */
const WHOLE_COUNTRY = ''

const select = (tx: Tx, environmentId: string) =>
  tx.selectFrom('tax_rates').selectAll().where('environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const render = (row: Row): TaxRate => ({
  id: row.id,
  country: row.country,
  region: row.region === WHOLE_COUNTRY ? null : row.region,
  name: row.name,
  percentage: Number(row.percentage),
  isInclusive: row.is_inclusive,
  status: row.status as TaxRate['status'],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export async function findTaxRate(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<TaxRate | null> {
  const row = await select(tx, environmentId).where('id', '=', id).executeTakeFirst()
  return row ? render(row) : null
}

export async function listTaxRates(
  tx: Tx,
  environmentId: string,
  { status }: { status?: TaxRate['status'] | undefined },
  page: PageRequest,
): Promise<{ data: TaxRate[]; nextCursor: string | null }> {
  const rows = await select(tx, environmentId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const entries = rows.map((row) => ({ ...row, createdAt: row.created_at }))
  return pageOf(entries, page.limit, render)
}

/** Finds the active rate of exactly this place. A null region means the whole country. */
export async function findActiveRate(
  tx: Tx,
  environmentId: string,
  country: string,
  region: string | null,
): Promise<TaxRate | null> {
  const row = await select(tx, environmentId)
    .where('country', '=', country)
    .where('region', '=', region === null ? WHOLE_COUNTRY : taxRegion(region))
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row ? render(row) : null
}

interface RateKey {
  environmentId: string
  id: string
}

interface NewTaxRate extends RateKey {
  country: string
  region: string | null
  name: string
  percentage: number
  isInclusive: boolean
  now: Date
}

/**
 * Adds an active rate. Returns false if the place already has one, even under concurrent requests.
 */
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
        // A literal, because a generic plan cannot match a parameter to the partial index.
        .where('status', '=', sql.lit('active'))
        .doNothing(),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes an active rate. Returns false if no active rate has this id. */
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
