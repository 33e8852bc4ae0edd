import type { BodyOf, TaxRate, taxRateEndpoints } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findTaxRate, insertTaxRate, updateActiveRate } from './taxRate.sql.ts'

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
      `${region ? `The region ${region} of ${country}` : country} already has an active tax rate. Change it with PATCH, or archive it first.`,
    )
  }
  return getTaxRate(tx, scope, id)
}

export async function getTaxRate(tx: Tx, scope: Scope, id: string): Promise<TaxRate> {
  const rate = await findTaxRate(tx, scope.environmentId, id)
  if (!rate) throw notFound('tax rate', id)
  return rate
}

/** Changes a rate for future invoices. Finalized invoices keep their terms. */
export async function updateTaxRate(
  tx: Tx,
  scope: Scope,
  id: string,
  { name, percentage, isInclusive }: BodyOf<typeof taxRateEndpoints.updateTaxRate>,
): Promise<TaxRate> {
  const { environmentId, now } = scope
  const isUpdated = await updateActiveRate(
    tx,
    { environmentId, id },
    {
      ...(name !== undefined && { name }),
      ...(percentage !== undefined && { percentage }),
      ...(isInclusive !== undefined && { is_inclusive: isInclusive }),
      updated_at: now,
    },
  )
  const rate = await getTaxRate(tx, scope, id)
  if (!isUpdated) {
    throw new PurserError(
      'invalid_state',
      'This tax rate is archived. Create a new one for the same country and region.',
    )
  }
  return rate
}

/** Archives a rate. Repeated calls have no effect. */
export async function archiveTaxRate(tx: Tx, scope: Scope, id: string): Promise<TaxRate> {
  const { environmentId, now } = scope
  await updateActiveRate(tx, { environmentId, id }, { status: 'archived', updated_at: now })
  return getTaxRate(tx, scope, id)
}
