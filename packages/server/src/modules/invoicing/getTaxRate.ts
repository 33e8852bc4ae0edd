import type { TaxRate } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findTaxRate } from './read/taxRates.ts'

export async function getTaxRate(tx: Tx, scope: Scope, id: string): Promise<TaxRate> {
  const rate = await findTaxRate(tx, scope.environmentId, id)
  if (!rate) throw notFound('tax rate', id)
  return rate
}
