import { isFiat } from '@purser/contract'
import { invalidRequest, notFound, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCreditCurrency, findCreditPackage } from '../catalog/read.ts'
import { amountTerms, notChargeable, packageTerms, type TopUpTerms } from './core/topUpTerms.ts'

/** What an amount of a fiat currency costs. */
export async function findTopUpTerms(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { creditCurrencyId: idOrSlug, amountCents }: { creditCurrencyId: string; amountCents: number },
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
  const terms = amountTerms(currency, amountCents)
  if (terms !== 'not_chargeable') return terms
  throw invalidRequest([{ path: 'amountCents', message: notChargeable(currency) }])
}

/** What a credit package gives and costs, while it is sold. */
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
