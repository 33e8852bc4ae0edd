import { ZERO } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { changePlanCredits } from '../credits/index.ts'
import { type CreditChangeQuote, quoteCreditChange, type RuleChange } from './quoteCreditChange.ts'

/** Takes and gives the credits of a change. The caller holds the customer's lock. */
export async function applyCreditChange(
  tx: Tx,
  scope: Scope,
  change: RuleChange,
): Promise<CreditChangeQuote> {
  const { id: subscriptionId, customerId } = change.subscription
  const quote = await quoteCreditChange(tx, scope, change)
  for (const { creditCurrencyId, fromKey, voided, after, granted } of quote.wallets) {
    await changePlanCredits(tx, scope, {
      customerId,
      subscriptionId,
      creditCurrencyId,
      fromKey,
      voided,
      grants: after.map((term, index) => ({ ...term, amount: granted[index] ?? ZERO })),
    })
  }
  return quote
}
