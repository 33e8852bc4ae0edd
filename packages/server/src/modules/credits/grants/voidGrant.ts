import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { throwIfRefused } from '../wallet/withWallet.ts'
import { getGrant, withGrant } from './getGrant.ts'
import { voidRemaining } from './grants.core.ts'

export async function voidGrant(tx: Tx, scope: Scope, id: string): Promise<CreditGrant> {
  const grant = await getGrant(tx, scope, id)
  await withGrant(tx, scope, grant, (wallet, now) => {
    throwIfRefused(voidRemaining(wallet, id, now), 'grant')
  })
  return getGrant(tx, scope, id)
}
