import type { CreditGrant } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findGrant } from './read/grants.ts'

export async function getGrant(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<CreditGrant> {
  const grant = await findGrant(tx, environmentId, id)
  if (!grant) throw notFound('grant', id)
  return grant
}
