import type { BodyOf, Reservation, reservationEndpoints } from '@purser/contract'
import { multiply, parseAmount } from '../../../kernel/amount.ts'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { holdCredits, reserveCredits } from '../../credits/index.ts'
import { type ReadSubject, readSubject } from '../rights/readSubject.ts'
import { creditChargeOf, creditPrice } from '../rights/route.core.ts'

type Body = BodyOf<typeof reservationEndpoints.createReservation>

/** Reserves the price of using a feature, or a plain amount of a currency. */
export async function reserveUsage(
  tx: Tx,
  scope: Scope,
  body: Body,
  caches: ReadSubject,
): Promise<Reservation> {
  const { customerId, expiresInSeconds, featureSlug } = body
  if (featureSlug === undefined) {
    return reserveCredits(tx, scope, {
      customerId,
      expiresInSeconds,
      creditCurrencyId: body.creditCurrencyId ?? '',
      amount: parseAmount(body.amount ?? 0),
    })
  }
  const { catalog, rights } = await readSubject(tx, scope, customerId, caches)
  const feature = catalog.featuresBySlug.get(featureSlug) ?? catalog.features.get(featureSlug)
  if (!feature) throw notFound('feature', featureSlug)
  if (feature.type !== 'credit') {
    throw invalidRequest([
      {
        path: 'featureSlug',
        message: `"${feature.slug}" is of type "${feature.type}"; only a credit feature costs credits`,
      },
    ])
  }
  const [charge] = creditChargeOf(rights, feature)
  if (!charge) {
    throw new PurserError(
      'invalid_state',
      `The customer has no right to "${feature.slug}": its subscriptions lack it, or an override denies it.`,
    )
  }
  const quantity = parseAmount(body.quantity ?? 1)
  const properties = body.properties ?? {}
  const unitCost = creditPrice(charge.cost, properties)
  return holdCredits(tx, scope, {
    customerId,
    expiresInSeconds,
    creditCurrencyId: charge.currencyId,
    amount: multiply(unitCost, quantity),
    rule: charge.rule,
    featureId: feature.id,
    quantity,
    properties,
    unitCost,
  })
}
