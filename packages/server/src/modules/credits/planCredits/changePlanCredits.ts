import { type Amount, isZero, subtract } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grant, takeUnspent } from '../grants/grants.core.ts'
import { settle } from '../wallet/settle.core.ts'
import { NeedsWholeWallet, operationTime } from '../wallet/wallet.core.ts'
import { type OpenedWallet, withLockedWallet } from '../wallet/withWallet.ts'
import { type PlanGrant, planChangeGrant, ruleKeyOf } from './planCredits.core.ts'
import { findPeriodGrant, listPlanGrantIds } from './planCredits.sql.ts'

interface PlanCreditChange {
  readonly customerId: string
  readonly subscriptionId: string
  readonly creditCurrencyId: string
  /** Credits granted for this period or a later one may be taken. */
  readonly fromKey: string
  readonly voided: Amount
  /** The customer's time. */
  readonly at: Date
  /** The new plan's credits for the rest of the period, each under a separate key. */
  readonly grants: readonly (Omit<PlanGrant, 'customerId' | 'subscriptionId'> & {
    readonly amount: Amount
  })[]
}

/**
 * Takes the unspent credits that the old plan granted for time that now belongs to the new plan,
 * and grants the new plan's credits for it. Every call takes credits again, but grants once per
 * key. The caller holds the customer's lock.
 */
export function changePlanCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId'>,
  change: PlanCreditChange,
): Promise<void> {
  return withLockedWallet(tx, scope, change, async (opened) => {
    const { wallet, now } = opened
    // A closed wallet has no credits and accepts none.
    if (wallet.status === 'closed') return
    if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
    settle(wallet, now)
    await takeOldCredits(opened, change)
    for (const planGrant of change.grants) await grantOnce(opened, { ...change, ...planGrant })
  })
}

async function takeOldCredits(
  { wallet, now, session }: OpenedWallet,
  change: PlanCreditChange,
): Promise<void> {
  if (isZero(change.voided)) return
  const key = { ...change, environmentId: wallet.environmentId }
  let left = change.voided
  for (const id of await listPlanGrantIds(session, key)) {
    if (isZero(left)) return
    left = subtract(left, takeUnspent(wallet, id, left, now, 'VOID'))
  }
}

async function grantOnce(
  { wallet, now, session }: OpenedWallet,
  planGrant: PlanGrant & { readonly amount: Amount },
): Promise<void> {
  if (isZero(planGrant.amount)) return
  const key = { ...planGrant, ruleKey: ruleKeyOf(planGrant) }
  if ((await findPeriodGrant(session, wallet, key)) !== null) return
  grant(wallet, planChangeGrant(planGrant, operationTime(wallet, now)), now)
}
