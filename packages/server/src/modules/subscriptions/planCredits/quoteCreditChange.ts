import { type Amount, subtract, sum, ZERO } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { changePlanCredits } from '../../credits/index.ts'
import { readPlanCredits } from '../../credits/read.ts'
import type { CreditShare, SubscriptionRecord } from '../subscription/subscription.core.ts'
import {
  type CreditChange,
  changeCredits,
  firstPeriodKey,
  type RuleTerm,
  settleDeficits,
} from './creditShares.core.ts'

/** Rules that end at an instant, and rules that start at the same instant. */
interface RuleChange {
  readonly subscription: Pick<SubscriptionRecord, 'id' | 'customerId' | 'creditShares'>
  readonly before: readonly RuleTerm[]
  readonly after: readonly RuleTerm[]
  readonly at: Date
  /** The customer's time. */
  readonly now: Date
  /** Minor units credited for unused time. */
  readonly givenBack: number
}

/** The effect of a change on one wallet. */
interface WalletChange extends CreditChange {
  readonly creditCurrencyId: string
  /** The key of the earliest period that the change considers. */
  readonly fromKey: string
  readonly after: readonly RuleTerm[]
}

export interface CreditChangeQuote {
  readonly wallets: readonly WalletChange[]
  /**
   * Minor units withheld from the credit for unused time, because the credits that this money had
   * bought were used.
   */
  readonly withheld: number
  /** Credits still owed after the change, by credit currency. */
  readonly creditShares: Readonly<Record<string, CreditShare>>
}

/** Computes the effect of a change in the middle of a period on a plan's credits. */
export async function quoteCreditChange(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { subscription, before, after, at, now, givenBack }: RuleChange,
): Promise<CreditChangeQuote> {
  const { id: subscriptionId, customerId } = subscription
  const currencies = [...before, ...after].map(({ rule }) => rule.creditCurrencyId)
  const wallets: WalletChange[] = []
  for (const creditCurrencyId of new Set(currencies)) {
    const isOfCurrency = ({ rule }: RuleTerm) => rule.creditCurrencyId === creditCurrencyId
    const rules = { before: before.filter(isOfCurrency), after: after.filter(isOfCurrency) }
    const fromKey = firstPeriodKey(rules.before, at)
    const grants = await readPlanCredits(tx, {
      environmentId,
      customerId,
      subscriptionId,
      creditCurrencyId,
      fromKey,
      now,
    })
    const share = subscription.creditShares[creditCurrencyId]
    const change = changeCredits({ ...rules, at, grants, share })
    if (change) wallets.push({ ...change, creditCurrencyId, fromKey, after: rules.after })
  }
  const { withheld, shares } = settleDeficits(wallets, givenBack)
  return {
    wallets,
    withheld,
    creditShares: sharesAfter(subscription, wallets, shares),
  }
}

function sharesAfter(
  { creditShares }: RuleChange['subscription'],
  wallets: readonly WalletChange[],
  shares: readonly (CreditShare | null)[],
): Record<string, CreditShare> {
  const after = new Map(Object.entries(creditShares))
  for (const [index, { creditCurrencyId }] of wallets.entries()) {
    const share = shares[index]
    if (share) after.set(creditCurrencyId, share)
    else after.delete(creditCurrencyId)
  }
  return Object.fromEntries(after)
}

/** The change of each balance, by credit currency. */
export const creditDeltas = ({ wallets }: CreditChangeQuote): Map<string, Amount> =>
  new Map(
    wallets.map(({ creditCurrencyId, granted, voided }) => [
      creditCurrencyId,
      subtract(sum(granted), voided),
    ]),
  )

/** Voids and grants the credits of a change. The caller holds the customer's lock. */
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
      at: change.now,
      grants: after.map((term, index) => ({ ...term, amount: granted[index] ?? ZERO })),
    })
  }
  return quote
}
