import type { creditEndpoints, ResponseOf } from '@purser/contract'
import { type Amount, toNearestNumber } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { renderEntry } from '../ledger/ledger.core.ts'
import { settle } from '../wallet/settle.core.ts'
import { carriedOut, findCurrency, withWallet } from '../wallet/withWallet.ts'
import { DEFAULT_PRIORITY } from './grantCredits.ts'
import { adjust } from './grants.core.ts'

export interface AdjustmentInput {
  customerId: string
  /** Or its slug. */
  creditCurrencyId: string
  /** Positive adds credits, negative takes them. */
  amount: Amount
  description?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Corrects a balance by hand. */
export async function adjustCredits(
  tx: Tx,
  scope: Scope,
  { customerId, creditCurrencyId, amount, description = null, metadata }: AdjustmentInput,
): Promise<ResponseOf<typeof creditEndpoints.createAdjustment>> {
  const currency = await findCurrency(tx, scope, creditCurrencyId)
  return withWallet(tx, scope, { customerId, ...currency }, ({ wallet, now }) => {
    settle(wallet, now)
    const { balance } = wallet
    const settled = wallet.entries.length
    const adjustment = {
      amount,
      priority: DEFAULT_PRIORITY,
      description,
      metadata: {
        source: 'adjustment',
        // What is taken leaves no grant to carry the description.
        ...(description !== null && { description }),
        ...metadata,
      },
      now,
    }
    carriedOut(adjust(wallet, adjustment), 'wallet')
    return {
      customerId,
      creditAccountId: wallet.id,
      creditCurrencyId: wallet.creditCurrencyId,
      amount: toNearestNumber(amount),
      balanceBefore: toNearestNumber(balance),
      balanceAfter: toNearestNumber(wallet.balance),
      entries: wallet.entries.slice(settled).map((entry) => renderEntry(wallet, entry)),
    }
  })
}
