import type { SettlementOutcome } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { findPackageTerms } from './quoteTopUp.ts'
import { startTopUp } from './topUp.ts'

export interface PackageInput {
  customerId: string
  /** Or its slug. */
  creditPackageId: string
  forceForm: boolean
}

/** Begins to buy a credit package; `resumeTopUp` goes on where there is a ticket. */
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
