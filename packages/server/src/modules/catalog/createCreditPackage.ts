import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditPackage } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { packageCurrencyProblem } from './core/packageCurrencyProblem.ts'
import { referenceProblem } from './core/reference.ts'
import { findCreditCurrency } from './read/metering.ts'
import { creditPackageKind, findTier } from './read/offer.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

const DEFAULT_PRIORITY = 100

export async function createCreditPackage(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createCreditPackage>,
): Promise<CreditPackage> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const { creditCurrencyId, currency, tierId = null } = body
  const problems = new Problems()
  const slug = problems.slugOf(body)
  const wallet = await findCreditCurrency(tx, scope.environmentId, creditCurrencyId)
  problems.add(
    'creditCurrencyId',
    referenceProblem('credit currency', creditCurrencyId, wallet ?? undefined),
  )
  if (wallet) problems.add('currency', packageCurrencyProblem(wallet, currency))
  const tier = tierId === null ? null : await findTier(tx, scope.environmentId, tierId)
  if (tierId !== null) problems.add('tierId', referenceProblem('tier', tierId, tier ?? undefined))
  problems.refuseIfAny()
  return insertObject(tx, scope, creditPackageKind, slug, {
    slug,
    name: body.name,
    credit_currency_id: wallet?.id ?? '',
    credits: body.credits,
    price: body.price,
    currency,
    tier_id: tier?.id ?? null,
    expires_after_days: body.expiresAfterDays ?? null,
    priority: body.priority ?? DEFAULT_PRIORITY,
  })
}
