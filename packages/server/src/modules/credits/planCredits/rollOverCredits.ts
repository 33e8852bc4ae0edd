import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getGrant } from '../grants/getGrant.ts'
import { grant } from '../grants/grants.core.ts'
import { saveWallets } from '../wallet/openWallets.ts'
import { settle } from '../wallet/settle.core.ts'
import { carriedOut, withWallet } from '../wallet/withWallet.ts'
import {
  carriedOver,
  type PlanGrant,
  rolloverGrant,
  rolloverKey,
  ruleKeyOf,
} from './planCredits.core.ts'
import { findPeriodGrant, readExpired } from './planCredits.sql.ts'

/**
 * Carries over what expiry took at the end of a period, as far as the rule lets it. It goes before
 * the new period's own grant, so that it is spent first.
 */
export async function rollOverCredits(
  tx: Tx,
  scope: Scope,
  request: PlanGrant & { readonly endedAt: Date },
): Promise<CreditGrant | null> {
  const { customerId, rule, subscriptionId, endedAt } = request
  if (rule.rollover === 'none') return null
  const target = { customerId, creditCurrencyId: rule.creditCurrencyId }
  const source = { subscriptionId, ruleKey: ruleKeyOf(request) }
  const id = await withWallet(tx, scope, target, async ({ wallet, now, session }) => {
    const key = { ...source, periodKey: rolloverKey(request) }
    const given = await findPeriodGrant(session, wallet, key)
    if (given !== null) return given
    settle(wallet, now)
    // What has expired is asked for below, so it must be there.
    await saveWallets(session, [wallet])
    const amount = carriedOver(rule, await readExpired(session, wallet, { ...source, endedAt }))
    if (amount.units === 0n) return null
    return carriedOut(grant(wallet, rolloverGrant(request, amount), now), 'grant').id
  })
  return id === null ? null : getGrant(tx, scope, id)
}
