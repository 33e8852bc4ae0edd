import type { Amount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readDeductions } from '../ledger/ledger.sql.ts'
import { reverseDeductions } from './debit.core.ts'
import { loadGrants } from './loadWhole.sql.ts'
import { throwIfRefused, type WalletTarget, withWallet } from './withWallet.ts'

export interface ReversalRequest extends WalletTarget {
  usageEventId: string
  /** The range of the event's rows in the wallet's ledger. */
  firstSeq: number
  lastSeq: number
}

/** Returns the credits of a usage event to the grants they came from. */
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
    const { returned } = throwIfRefused(
      reverseDeductions(wallet, deductions, usageEventId, now),
      'wallet',
    )
    return { returned, balance: wallet.balance }
  })
}
