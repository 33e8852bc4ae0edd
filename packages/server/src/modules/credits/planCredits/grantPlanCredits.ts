import type { CreditGrant } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getGrant } from '../grants/getGrant.ts'
import { grant } from '../grants/grants.core.ts'
import { operationTime } from '../wallet/wallet.core.ts'
import { throwIfRefused, withWallet } from '../wallet/withWallet.ts'
import { type PlanGrant, ruleGrant, ruleKeyOf } from './planCredits.core.ts'
import { findPeriodGrant } from './planCredits.sql.ts'

/** Grants the credits of a plan's rule, once per subscription and period. */
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
      throwIfRefused(grant(wallet, ruleGrant(request, operationTime(wallet, now)), now), 'grant')
        .id,
  )
  return getGrant(tx, scope, id)
}
