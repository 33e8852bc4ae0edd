import { type CheckoutPreview, MAX_PAGE_SIZE } from '@purser/contract'
import { type Amount, add, parseAmount, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import { listWallets } from '../../credits/read.ts'
import type { DueGrant } from './planGrants.core.ts'

export type CreditImpact = NonNullable<CheckoutPreview['creditImpact']>

/** The effect of plan credits on each wallet of a customer, at the customer's time. */
export async function quoteCredits(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { customerId, at }: { customerId: string; at: Date },
  grants: readonly Pick<DueGrant, 'rule'>[],
): Promise<CreditImpact[]> {
  const deltas = new Map<string, Amount>()
  for (const { rule } of grants) {
    const delta = deltas.get(rule.creditCurrencyId) ?? ZERO
    deltas.set(rule.creditCurrencyId, add(delta, parseAmount(rule.amount)))
  }
  return creditImpacts(tx, { environmentId }, { customerId, at }, deltas)
}

/** The effect of known changes on each wallet. */
export async function creditImpacts(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { customerId, at }: { customerId: string; at: Date },
  deltas: ReadonlyMap<string, Amount>,
): Promise<CreditImpact[]> {
  if (deltas.size === 0) return []
  const clock = { environmentId, now: at }
  const page = { limit: MAX_PAGE_SIZE, after: null }
  const { data: wallets } = await listWallets(tx, clock, customerId, page)
  return Promise.all(
    [...deltas].map(async ([creditCurrencyId, delta]) => {
      const currency = await findCreditCurrency(tx, environmentId, creditCurrencyId)
      invariant(currency, 'a grant rule has its currency')
      const wallet = wallets.find((each) => each.creditCurrencyId === creditCurrencyId)
      const balance = parseAmount(wallet?.balance ?? 0)
      return {
        creditCurrencyId,
        currencyName: currency.name,
        denomination: currency.denomination,
        minorUnitScale: currency.minorUnitScale,
        currentBalance: toNearestNumber(balance),
        delta: toNearestNumber(delta),
        afterBalance: toNearestNumber(add(balance, delta)),
      }
    }),
  )
}
