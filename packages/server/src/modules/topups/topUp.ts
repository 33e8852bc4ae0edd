import { isFiat, type SettlementOutcome } from '@purser/contract'
import { invalidRequest, notFound, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCreditCurrency } from '../catalog/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { beginTopUp } from './beginTopUp.ts'
import { amountTerms, notChargeable, type TopUpTerms } from './core/topUpTerms.ts'

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
  const terms = await findAmountTerms(tx, scope, creditCurrencyId, {
    path: 'amountCents',
    amount: amountCents,
  })
  const withoutMethod = 'TOPUP_REQUIRES_PM'
  return beginTopUp(tx, providers, scope, { customerId, terms, forceForm, withoutMethod })
}

/** What an amount of a fiat currency costs; the problem is named by the path of the amount. */
async function findAmountTerms(
  tx: Tx,
  { environmentId }: Scope,
  idOrSlug: string,
  { path, amount }: { path: string; amount: number },
): Promise<TopUpTerms> {
  const currency = await findCreditCurrency(tx, environmentId, idOrSlug)
  if (!currency) throw notFound('credit currency', idOrSlug)
  if (currency.status === 'archived') {
    throw new PurserError(
      'invalid_state',
      'The credit currency is archived: nothing is sold in it.',
    )
  }
  if (!isFiat(currency.denomination)) {
    throw invalidRequest([
      {
        path: 'creditCurrencyId',
        message: `"${currency.slug}" counts units, which are bought by package: POST /v1/credits/packages/:id/purchase`,
      },
    ])
  }
  const terms = amountTerms(currency, amount)
  if (terms !== 'not_chargeable') return terms
  throw invalidRequest([{ path, message: notChargeable(currency) }])
}
