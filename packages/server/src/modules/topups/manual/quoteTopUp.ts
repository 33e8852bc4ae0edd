import { isFiat } from '@purser/contract'
import { type Amount, ZERO } from '../../../kernel/amount.ts'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { findCreditCurrency, findCreditPackage } from '../../catalog/read.ts'
import type { Wallet } from '../../credits/core.ts'
import { readWallet } from '../../credits/read.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { readCustomerSnapshots } from '../../customers/read.ts'
import {
  amountTerms,
  explainNotChargeable,
  packageTerms,
  type TopUpTerms,
} from '../attempts/topUpTerms.core.ts'

interface TopUpQuote {
  readonly terms: TopUpTerms
  /** The current balance of the wallet. */
  readonly balance: Amount
  readonly collectionMethod: 'charge_automatically' | 'send_invoice'
}

type TopUpSelection =
  | { readonly creditCurrencyId: string; readonly amountCents: number }
  | { readonly creditPackageId: string }

/**
 * Returns the terms of a top-up or package purchase. Fails wherever the purchase would fail. Writes
 * nothing.
 */
export async function quoteTopUp(
  tx: Tx,
  scope: Scope,
  customerId: string,
  selection: TopUpSelection,
): Promise<TopUpQuote> {
  const { environmentId } = scope
  const terms = await ('creditPackageId' in selection
    ? findPackageTerms(tx, scope, selection.creditPackageId)
    : findAmountTerms(tx, scope, selection))
  const [customer] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const now = currentTimeOf(customer, scope.now)
  const { creditCurrencyId } = terms
  const wallet = await readWallet(tx, { environmentId, now }, { customerId, creditCurrencyId })
  if (wallet) requireActiveWallet(wallet)
  return { terms, balance: wallet?.balance ?? ZERO, collectionMethod: customer.collectionMethod }
}

export async function findAmountTerms(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { creditCurrencyId: idOrSlug, amountCents }: { creditCurrencyId: string; amountCents: number },
): Promise<TopUpTerms> {
  const currency = await findCreditCurrency(tx, environmentId, idOrSlug)
  if (!currency) throw notFound('credit currency', idOrSlug)
  if (currency.status === 'archived') {
    throw new PurserError('invalid_state', 'The credit currency is archived and no longer sold.')
  }
  if (!isFiat(currency.denomination)) {
    throw invalidRequest([
      {
        path: 'creditCurrencyId',
        message: `"${currency.slug}" cannot be topped up by amount. Sell a package: POST /v1/credits/packages/:id/purchase`,
      },
    ])
  }
  const terms = amountTerms(currency, amountCents)
  if (terms !== 'not_chargeable') return terms
  throw invalidRequest([{ path: 'amountCents', message: explainNotChargeable(currency) }])
}

/** Fails when the package is archived. */
export async function findPackageTerms(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  idOrSlug: string,
): Promise<TopUpTerms> {
  const pack = await findCreditPackage(tx, environmentId, idOrSlug)
  if (!pack) throw notFound('credit package', idOrSlug)
  if (pack.status === 'archived') {
    throw new PurserError('invalid_state', 'The credit package is archived and no longer sold.')
  }
  return packageTerms(pack)
}

/** Nothing is sold to a frozen or closed wallet. */
export function requireActiveWallet({ status }: Pick<Wallet, 'status'>): void {
  if (status === 'active') return
  throw new PurserError(
    'invalid_state',
    `The wallet is ${status}: its credits could not be spent, so nothing was charged.`,
  )
}
