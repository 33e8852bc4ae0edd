import { type Amount, isZero, subtract } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grant, takeBack } from '../grants/grants.core.ts'
import { settle } from '../wallet/settle.core.ts'
import { NeedsWholeWallet, timeIn } from '../wallet/wallet.core.ts'
import { type OpenedWallet, withWallet } from '../wallet/withWallet.ts'
import { changeGrant, type PlanGrant, ruleKeyOf } from './planCredits.core.ts'
import { findPeriodGrant, listPlanGrantIds } from './planCredits.sql.ts'

interface PlanCreditChange {
  readonly customerId: string
  readonly subscriptionId: string
  readonly creditCurrencyId: string
  /** Of what was given for this period and later ones something is taken back. */
  readonly fromKey: string
  readonly voided: Amount
  /** What rules of the new plan give for the rest of the period, each under a key of its own. */
  readonly grants: readonly (Omit<PlanGrant, 'customerId' | 'subscriptionId'> & {
    readonly amount: Amount
  })[]
}

/**
 * Takes back, as far as unspent, what a plan gave for time that is now another plan's, and gives
 * what that one gives for it. What it takes is taken each time; what it gives, once for each key.
 */
export function changePlanCredits(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  change: PlanCreditChange,
): Promise<void> {
  return withWallet(tx, scope, change, async (opened) => {
    const { wallet, now } = opened
    // A closed wallet is left as it is: what was in it is gone, and nothing comes in.
    if (wallet.status === 'closed') return
    if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
    settle(wallet, now)
    await takeVoided(opened, change)
    for (const given of change.grants) await giveOnce(opened, { ...change, ...given })
  })
}

async function takeVoided(
  { wallet, now, session }: OpenedWallet,
  change: PlanCreditChange,
): Promise<void> {
  if (isZero(change.voided)) return
  const key = { ...change, environmentId: wallet.environmentId }
  let left = change.voided
  for (const id of await listPlanGrantIds(session, key)) {
    if (isZero(left)) return
    left = subtract(left, takeBack(wallet, id, left, now, 'VOID'))
  }
}

async function giveOnce(
  { wallet, now, session }: OpenedWallet,
  given: PlanGrant & { readonly amount: Amount },
): Promise<void> {
  if (isZero(given.amount)) return
  const key = { ...given, ruleKey: ruleKeyOf(given) }
  if ((await findPeriodGrant(session, wallet, key)) !== null) return
  grant(wallet, changeGrant(given, timeIn(wallet, now)), now)
}
