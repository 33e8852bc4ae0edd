import type { Amount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readDeductions } from '../ledger/ledger.sql.ts'
import { reverse } from './debit.core.ts'
import { loadGrants } from './loadWhole.sql.ts'
import { carriedOut, type WalletTarget, withWallet } from './withWallet.ts'

export interface ReversalRequest extends WalletTarget {
  usageEventId: string
  /** Its rows in the ledger of the wallet. */
  firstSeq: number
  lastSeq: number
}

/** Gives an event's credits back to the very grants that they came from. */
export async function reverseDeduction(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  { usageEventId, firstSeq, lastSeq, ...target }: ReversalRequest,
): Promise<{ returned: Amount; balance: Amount }> {
  return withWallet(tx, scope, target, async ({ wallet, now, session }) => {
    const range = { usageEventId, firstSeq, lastSeq }
    const deductions = await readDeductions(session, wallet, range)
    const touched = deductions.flatMap(({ grantId }) => (grantId === null ? [] : [grantId]))
    await loadGrants(session, wallet, [...new Set(touched)])
    const { returned } = carriedOut(reverse(wallet, deductions, usageEventId, now), 'wallet')
    return { returned, balance: wallet.balance }
  })
}
