import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { grant } from './core/grant.ts'
import { type PlanGrant, ruleGrant, ruleKeyOf } from './core/planGrant.ts'
import { carriedOut } from './core/refuse.ts'
import { timeIn } from './core/wallet.ts'
import { getGrant } from './getGrant.ts'
import { findPeriodGrant } from './store.ts'
import { withWallet } from './withWallet.ts'

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
