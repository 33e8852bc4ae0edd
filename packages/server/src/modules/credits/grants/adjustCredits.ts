import type { creditEndpoints, ResponseOf } from '@purser/contract'
import { type Amount, toNearestNumber } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { renderEntry } from '../ledger/ledger.core.ts'
import { settle } from '../wallet/settle.core.ts'
import { requireCreditCurrency, throwIfRefused, withWallet } from '../wallet/withWallet.ts'
import { DEFAULT_PRIORITY } from './grantCredits.ts'
import { adjust } from './grants.core.ts'

export interface AdjustmentInput {
  customerId: string
  /** An id or a slug. */
  creditCurrencyId: string
  /** Positive adds credits, negative removes them. */
  amount: Amount
  description?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Corrects a balance at the merchant's request. */
export async function adjustCredits(
  tx: Tx,
  scope: Scope,
  { customerId, creditCurrencyId, amount, description = null, metadata }: AdjustmentInput,
): Promise<ResponseOf<typeof creditEndpoints.createAdjustment>> {
  const currency = await requireCreditCurrency(tx, scope, creditCurrencyId)
  return withWallet(tx, scope, { customerId, ...currency }, ({ wallet, now }) => {
    settle(wallet, now)
    const { balance } = wallet
    const firstEntry = wallet.entries.length
    const adjustment = {
      amount,
      priority: DEFAULT_PRIORITY,
      description,
      metadata: {
        source: 'adjustment',
        // A removal creates no grant that could carry the description.
        ...(description !== null && { description }),
        ...metadata,
      },
      now,
    }
    throwIfRefused(adjust(wallet, adjustment), 'wallet')
    return {
      customerId,
      creditAccountId: wallet.id,
      creditCurrencyId: wallet.creditCurrencyId,
      amount: toNearestNumber(amount),
      balanceBefore: toNearestNumber(balance),
      balanceAfter: toNearestNumber(wallet.balance),
      entries: wallet.entries.slice(firstEntry).map((entry) => renderEntry(wallet, entry)),
    }
  })
}
