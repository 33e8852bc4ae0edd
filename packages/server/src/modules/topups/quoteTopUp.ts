import { type Amount, ZERO } from '../../kernel/amount.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { readWallet } from '../credits/read.ts'
import { readCustomers } from '../customers/read.ts'
import { refuseUnlessActive } from './beginTopUp.ts'
import type { TopUpTerms } from './core/topUpTerms.ts'
import { findPackageTerms, findTopUpTerms } from './findTopUpTerms.ts'

/** What a top-up that somebody asks for would come to. */
export interface TopUpQuote {
  readonly terms: TopUpTerms
  /** What is in the wallet now. */
  readonly balance: Amount
  readonly collectionMethod: 'charge_automatically' | 'send_invoice'
}

type Wanted =
  | { readonly creditCurrencyId: string; readonly amountCents: number }
  | { readonly creditPackageId: string }

/** The terms of a top-up or package, refused where buying it would be; nothing is written. */
export async function quoteTopUp(
  tx: Tx,
  scope: Scope,
  customerId: string,
  wanted: Wanted,
): Promise<TopUpQuote> {
  const { environmentId } = scope
  const terms = await ('creditPackageId' in wanted
    ? findPackageTerms(tx, scope, wanted.creditPackageId)
    : findTopUpTerms(tx, scope, wanted))
  const [customer] = await readCustomers(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const now = customer.frozenTime ?? scope.now
  const { creditCurrencyId } = terms
  const wallet = await readWallet(tx, { environmentId, now }, { customerId, creditCurrencyId })
  if (wallet) refuseUnlessActive(wallet)
  return { terms, balance: wallet?.balance ?? ZERO, collectionMethod: customer.collectionMethod }
}
