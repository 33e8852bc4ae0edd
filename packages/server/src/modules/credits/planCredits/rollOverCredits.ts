import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grant } from '../grants/grants.core.ts'
import { saveWallets } from '../wallet/openWallets.ts'
import { settle } from '../wallet/settle.core.ts'
import { throwIfRefused, withLockedWallet } from '../wallet/withWallet.ts'
import {
  amountCarriedOver,
  type PlanGrant,
  rolloverGrant,
  rolloverKey,
  ruleKeyOf,
} from './planCredits.core.ts'
import { findPeriodGrant, readExpiredCredits } from './planCredits.sql.ts'

/**
 * Carries over credits that expired at the end of a period, as the rule allows. Call this before
 * the new period's grant, so that carried-over credits are spent first. Returns the id of the
 * grant, or null if nothing is carried over. The caller holds the customer's lock. `at` is the
 * customer's time.
 */
export async function rollOverCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId'>,
  request: PlanGrant & { readonly endedAt: Date; readonly at: Date },
): Promise<string | null> {
  const { customerId, rule, subscriptionId, endedAt, at } = request
  if (rule.rollover === 'none') return null
  const target = { customerId, creditCurrencyId: rule.creditCurrencyId, at }
  const source = { subscriptionId, ruleKey: ruleKeyOf(request) }
  return withLockedWallet(tx, scope, target, async ({ wallet, now, session }) => {
    const key = { ...source, periodKey: rolloverKey(request) }
    const existingId = await findPeriodGrant(session, wallet, key)
    if (existingId !== null) return existingId
    settle(wallet, now)
    // `readExpiredCredits` below reads stored rows, so expiries must be stored first.
    await saveWallets(session, [wallet])
    const amount = amountCarriedOver(
      rule,
      await readExpiredCredits(session, wallet, { ...source, endedAt }),
    )
    if (amount.units === 0n) return null
    return throwIfRefused(grant(wallet, rolloverGrant(request, amount), now), 'grant').id
  })
}
