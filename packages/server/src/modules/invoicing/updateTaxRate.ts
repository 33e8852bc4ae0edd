import type { BodyOf, TaxRate, taxRateEndpoints } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getTaxRate } from './getTaxRate.ts'
import { updateActiveRate } from './store/taxRates.ts'

/** Changes a rate for invoices to come; those that are finalised keep the terms they were made with. */
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
