import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grant } from '../grants/grants.core.ts'
import { operationTime } from '../wallet/wallet.core.ts'
import { throwIfRefused, withLockedWallet } from '../wallet/withWallet.ts'
import { type PlanGrant, ruleGrant, ruleKeyOf } from './planCredits.core.ts'
import { findPeriodGrant } from './planCredits.sql.ts'

interface GrantRequest extends PlanGrant {
  readonly reason: 'PLAN_GRANT' | 'DRIP'
  /** The customer's time. */
  readonly at: Date
}

/**
 * Grants the credits of a plan's rule, once per subscription and period. Returns the id of the
 * grant. The caller holds the customer's lock.
 */
export function grantPlanCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId'>,
  request: GrantRequest,
): Promise<string> {
  const { customerId, rule, subscriptionId, periodKey, at } = request
  const target = { customerId, creditCurrencyId: rule.creditCurrencyId, at }
  const key = { subscriptionId, ruleKey: ruleKeyOf(request), periodKey }
  return withLockedWallet(
    tx,
    scope,
    target,
    async ({ wallet, now, session }) =>
      (await findPeriodGrant(session, wallet, key)) ??
      throwIfRefused(grant(wallet, ruleGrant(request, operationTime(wallet, now)), now), 'grant')
        .id,
  )
}
