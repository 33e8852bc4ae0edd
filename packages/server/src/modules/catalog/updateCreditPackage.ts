import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditPackage } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { packageCurrencyProblem } from './core/packageCurrencyProblem.ts'
import { referenceProblem } from './core/reference.ts'
import { requireActive } from './core/requireActive.ts'
import { findCreditCurrency } from './read/metering.ts'
import { creditPackageKind, findTier } from './read/offer.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateCreditPackage(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateCreditPackage>,
): Promise<CreditPackage> {
  const before = await claimObject(tx, scope, creditPackageKind, idOrSlug)
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
    requireActive(`The credit package "${before.slug}"`, [
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
