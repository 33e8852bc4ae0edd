import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { carriedOut } from './core/refuse.ts'
import { voidGrant as takeRest } from './core/voidGrant.ts'
import { getGrant } from './getGrant.ts'
import { withGrant } from './withGrant.ts'

/** Takes back what remains of a grant. */
export async function voidGrant(tx: Tx, scope: Scope, id: string): Promise<CreditGrant> {
  const grant = await getGrant(tx, scope, id)
  await withGrant(tx, scope, grant, (wallet, now) => {
    carriedOut(takeRest(wallet, id, now), 'grant')
  })
  return getGrant(tx, scope, id)
}
