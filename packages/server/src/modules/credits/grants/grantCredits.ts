import type { CreditGrant } from '@purser/contract'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { NewGrant } from '../wallet/post.core.ts'
import { isExpired, timeIn } from '../wallet/wallet.core.ts'
import { carriedOut, findCurrency, withWallet } from '../wallet/withWallet.ts'
import { getGrant } from './getGrant.ts'
import { grant } from './grants.core.ts'

/** When nobody says how urgently a grant is to be spent. */
export const DEFAULT_PRIORITY = 100

export type GrantInput = Pick<NewGrant, 'amount' | 'reason'> & {
  customerId: string
  /** Or its slug. */
  creditCurrencyId: string
  priority?: number | undefined
  expiresAt?: Date | null | undefined
  description?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
  creditPackageId?: string | null
  sourceInvoiceId?: string | null
  topUpAttemptId?: string
}

/** Gives a customer credits, making the wallet on first use. */
export async function grantCredits(tx: Tx, scope: Scope, input: GrantInput): Promise<CreditGrant> {
  const { customerId, creditCurrencyId, ...given } = input
  const currency = await findCurrency(tx, scope, creditCurrencyId)
  const id = await withWallet(tx, scope, { customerId, ...currency }, ({ wallet, now }) => {
    const expiresAt = given.expiresAt ?? null
    if (isExpired({ expiresAt }, timeIn(wallet, now))) {
      throw invalidRequest([{ path: 'expiresAt', message: 'must lie ahead' }])
    }
    const terms = {
      ...given,
      expiresAt,
      priority: given.priority ?? DEFAULT_PRIORITY,
      description: given.description ?? null,
      metadata: given.metadata ?? {},
    }
    return carriedOut(grant(wallet, terms, now), 'grant').id
  })
  return getGrant(tx, scope, id)
}
