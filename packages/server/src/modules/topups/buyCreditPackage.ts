import type { SettlementOutcome } from '@purser/contract'
import { notFound, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCreditPackage } from '../catalog/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { beginTopUp } from './beginTopUp.ts'
import { packageTerms } from './core/topUpTerms.ts'

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
  const pack = await findCreditPackage(tx, scope.environmentId, creditPackageId)
  if (!pack) throw notFound('credit package', creditPackageId)
  if (pack.status === 'archived') {
    throw new PurserError('invalid_state', 'The credit package is archived and no longer sold.')
  }
  return beginTopUp(tx, providers, scope, {
    customerId,
    terms: packageTerms(pack),
    forceForm,
    withoutMethod: 'PACKAGE_REQUIRES_PM',
  })
}
