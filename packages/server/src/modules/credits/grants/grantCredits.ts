import type { CreditGrant } from '@purser/contract'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { NewGrant } from '../wallet/post.core.ts'
import { isExpired, operationTime } from '../wallet/wallet.core.ts'
import { requireCreditCurrency, throwIfRefused, withWallet } from '../wallet/withWallet.ts'
import { getGrant } from './getGrant.ts'
import { grant } from './grants.core.ts'

export const DEFAULT_PRIORITY = 100

export type GrantInput = Pick<NewGrant, 'amount' | 'reason'> & {
  customerId: string
  /** An id or a slug. */
  creditCurrencyId: string
  priority?: number | undefined
  expiresAt?: Date | null | undefined
  description?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
  creditPackageId?: string | null
  sourceInvoiceId?: string | null
  topUpAttemptId?: string
}

/** Grants credits to a customer and creates the wallet on first use. */
export async function grantCredits(tx: Tx, scope: Scope, input: GrantInput): Promise<CreditGrant> {
  const { customerId, creditCurrencyId, ...options } = input
  const currency = await requireCreditCurrency(tx, scope, creditCurrencyId)
  const id = await withWallet(tx, scope, { customerId, ...currency }, ({ wallet, now }) => {
    const expiresAt = options.expiresAt ?? null
    if (isExpired({ expiresAt }, operationTime(wallet, now))) {
      throw invalidRequest([{ path: 'expiresAt', message: 'must be in the future' }])
    }
    const terms = {
      ...options,
      expiresAt,
      priority: options.priority ?? DEFAULT_PRIORITY,
      description: options.description ?? null,
      metadata: options.metadata ?? {},
    }
    return throwIfRefused(grant(wallet, terms, now), 'grant').id
  })
  return getGrant(tx, scope, id)
}
