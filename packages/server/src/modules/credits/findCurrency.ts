import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCreditCurrency } from '../catalog/read.ts'
import type { WalletTarget } from './withWallet.ts'

/** The currency of a wallet by its id or slug. */
export async function findCurrency(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  idOrSlug: string,
): Promise<Pick<WalletTarget, 'creditCurrencyId'> & { isArchived: boolean }> {
  const currency = await findCreditCurrency(tx, environmentId, idOrSlug)
  if (!currency) throw notFound('credit currency', idOrSlug)
  return { creditCurrencyId: currency.id, isArchived: currency.status === 'archived' }
}
