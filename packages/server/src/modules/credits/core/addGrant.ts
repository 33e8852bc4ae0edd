import { ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { fallsDue, type Grant, type GrantTerms, insertGrant, type Wallet } from './wallet.ts'

export type NewGrant = Pick<GrantTerms, 'reason' | 'amount'> &
  Partial<GrantTerms> & { readonly priority: number; readonly expiresAt: Date | null }

/** A new grant that has nothing yet: the row that fills it is the caller's. */
export function addGrant(
  wallet: Wallet,
  { priority, expiresAt, ...terms }: NewGrant,
  at: Date,
): Grant {
  const grant: Grant = {
    id: newIdInBucket('creditGrant', wallet.bucket),
    priority,
    expiresAt,
    createdAt: at,
    remaining: ZERO,
    expired: ZERO,
    voidedAt: null,
    terms: {
      subscriptionId: null,
      planId: null,
      ruleKey: null,
      periodKey: null,
      creditPackageId: null,
      sourceInvoiceId: null,
      topUpAttemptId: null,
      description: null,
      metadata: {},
      ...terms,
    },
    isChanged: true,
  }
  insertGrant(wallet, grant)
  fallsDue(wallet, expiresAt)
  return grant
}
