import { type Amount, add, parseAmount, ZERO } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ruleTerms } from './core/ruleChange.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { creditDeltas, quoteCreditChange } from './quoteCreditChange.ts'
import { type CreditImpact, creditImpacts } from './quoteCredits.ts'
import type { ItemQuote } from './quoteItem.ts'

/** What an add-on gives when it is added: of what comes by period the share that is left of it. */
export async function quoteItemCredits(
  tx: Tx,
  scope: Scope,
  { customer, subscription, now: at }: LockedSubscription,
  { plan }: Pick<ItemQuote, 'plan'>,
): Promise<CreditImpact[]> {
  const { id: customerId, timezone } = customer
  const period = {
    start: subscription.currentPeriodStart ?? at,
    end: subscription.currentPeriodEnd,
  }
  const change = await quoteCreditChange(tx, scope, {
    subscription: { id: plan.subscriptionId, customerId, creditShares: {} },
    before: [],
    after: ruleTerms(plan, { cycle: plan.cycle, period, at, timezone }),
    at,
    now: at,
    givenBack: 0,
  })
  const deltas = new Map<string, Amount>(creditDeltas(change))
  for (const { cadence, creditCurrencyId, amount } of plan.plan.grantRules) {
    if (cadence !== 'once') continue
    deltas.set(creditCurrencyId, add(deltas.get(creditCurrencyId) ?? ZERO, parseAmount(amount)))
  }
  return creditImpacts(tx, scope, { customerId, at }, deltas)
}
