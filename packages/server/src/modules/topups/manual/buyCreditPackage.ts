import type { SettlementOutcome } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { findPackageTerms } from './quoteTopUp.ts'
import { startTopUp } from './topUp.ts'

export interface PackageInput {
  customerId: string
  /** An id or a slug. */
  creditPackageId: string
  forceForm: boolean
}

/**
 * Starts the purchase of a credit package. If the result has a ticket, `resumeTopUp` continues with
 * it.
 */
export async function buyCreditPackage(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  { customerId, creditPackageId, forceForm }: PackageInput,
): Promise<{ ticket: string } | { answer: SettlementOutcome }> {
  return startTopUp(tx, providers, scope, {
    customerId,
    terms: await findPackageTerms(tx, scope, creditPackageId),
    forceForm,
    withoutMethod: 'PACKAGE_REQUIRES_PM',
  })
}
