import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getGrant } from '../grants/getGrant.ts'
import { grant } from '../grants/grants.core.ts'
import { timeIn } from '../wallet/wallet.core.ts'
import { carriedOut, withWallet } from '../wallet/withWallet.ts'
import { type PlanGrant, ruleGrant, ruleKeyOf } from './planCredits.core.ts'
import { findPeriodGrant } from './planCredits.sql.ts'

/** Gives what a plan's rule gives, once per subscription and period however often it is asked to. */
export async function grantPlanCredits(
  tx: Tx,
  scope: Scope,
  request: PlanGrant & { readonly reason: 'PLAN_GRANT' | 'DRIP' },
): Promise<CreditGrant> {
  const { customerId, rule, subscriptionId, periodKey } = request
  const target = { customerId, creditCurrencyId: rule.creditCurrencyId }
  const key = { subscriptionId, ruleKey: ruleKeyOf(request), periodKey }
  const id = await withWallet(
    tx,
    scope,
    target,
    async ({ wallet, now, session }) =>
      (await findPeriodGrant(session, wallet, key)) ??
      carriedOut(grant(wallet, ruleGrant(request, timeIn(wallet, now)), now), 'grant').id,
  )
  return getGrant(tx, scope, id)
}
