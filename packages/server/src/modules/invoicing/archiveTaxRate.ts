import type { TaxRate } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getTaxRate } from './getTaxRate.ts'
import { updateActiveRate } from './store/taxRates.ts'

/** Stops taxing by a rate; one that is archived already stays as it is. */
export async function archiveTaxRate(tx: Tx, scope: Scope, id: string): Promise<TaxRate> {
  const { environmentId, now } = scope
  await updateActiveRate(tx, { environmentId, id }, { status: 'archived', updated_at: now })
  return getTaxRate(tx, scope, id)
}
