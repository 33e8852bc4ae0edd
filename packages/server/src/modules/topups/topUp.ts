import type { SettlementOutcome } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { beginTopUp } from './beginTopUp.ts'
import { findTopUpTerms } from './findTopUpTerms.ts'

export interface TopUpInput {
  customerId: string
  /** Or its slug. */
  creditCurrencyId: string
  /** Minor units of the wallet. */
  amountCents: number
  forceForm: boolean
}

/** Begins to add money to a wallet that holds money; `resumeTopUp` goes on where there is a ticket. */
export async function topUp(
  tx: Tx,
  providers: PaymentProviders,
  scope: Scope,
  { customerId, creditCurrencyId, amountCents, forceForm }: TopUpInput,
): Promise<{ ticket: string } | { answer: SettlementOutcome }> {
  const terms = await findTopUpTerms(tx, scope, { creditCurrencyId, amountCents })
  const withoutMethod = 'TOPUP_REQUIRES_PM'
  return beginTopUp(tx, providers, scope, { customerId, terms, forceForm, withoutMethod })
}
