import { type BodyOf, type catalogEndpoints, isFiat } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  type CreditPackage,
  referenceProblem,
  requireActiveDependencies,
} from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { creditPackageKind, findCreditCurrency, findTier } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

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

export async function updateCreditPackage(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateCreditPackage>,
): Promise<CreditPackage> {
  const before = await findObjectForUpdate(tx, scope, creditPackageKind, idOrSlug)
  const tierId = body.tierId === undefined ? before.tierId : body.tierId
  const tier = tierId === null ? null : await findTier(tx, scope.environmentId, tierId)
  const wallet = await findCreditCurrency(tx, scope.environmentId, before.creditCurrencyId)
  const problems = new Problems()
  if (tierId !== null) {
    const inUse = tier?.id === before.tierId
    problems.add('tierId', referenceProblem('tier', tierId, tier ?? undefined, inUse))
  }
  if (wallet) {
    problems.add('currency', packageCurrencyProblem(wallet, body.currency ?? before.currency))
  }
  problems.refuseIfAny()
  if (body.status === 'active' && before.status === 'archived') {
    requireActiveDependencies(`The credit package "${before.slug}"`, [
      { noun: 'credit currency', item: wallet },
      { noun: 'tier', item: tier },
    ])
  }
  return updateObject(tx, scope, creditPackageKind, before.id, {
    name: body.name,
    credits: body.credits,
    price: body.price,
    currency: body.currency,
    tier_id: tier?.id ?? null,
    expires_after_days: body.expiresAfterDays,
    priority: body.priority,
    status: body.status,
  })
}

/** Takes a credit package off sale. Credits already bought remain valid. */
export const archiveCreditPackage = (
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
): Promise<CreditPackage> => archiveObject(tx, scope, creditPackageKind, idOrSlug)

/** Returns the reason why a package of this credit currency cannot cost `currency`, or null. */
const packageCurrencyProblem = (
  { slug, denomination }: { slug: string; denomination: string },
  currency: string,
): string | null =>
  isFiat(denomination) && currency !== denomination
    ? `must be "${denomination}", the denomination of credit currency "${slug}"`
    : null
