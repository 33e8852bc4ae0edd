import type { Plan } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { requireActive } from './core/requireActive.ts'
import { movePlan } from './movePlan.ts'
import { findCreditCurrencies, findFeaturesBySlug, findMetrics } from './read/metering.ts'
import { findTier } from './read/offer.ts'
import { findProduct } from './read/products.ts'

/** Puts a draft or archived plan on sale, unless something it rests on was archived meanwhile. */
export const publishPlan = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> =>
  movePlan(tx, scope, idOrSlug, 'publish', (plan) => requireActiveReferences(tx, scope, plan))

async function requireActiveReferences(
  tx: Tx,
  { environmentId }: Scope,
  { slug, productId, tierId, charges, entitlements, grantRules }: Plan,
): Promise<void> {
  const slugs = [...charges, ...entitlements].flatMap(({ featureSlug }) => featureSlug ?? [])
  const features = await findFeaturesBySlug(tx, environmentId, slugs)
  const metricIds = charges.flatMap(({ metricId }) => metricId ?? [])
  const metrics = await findMetrics(tx, environmentId, metricIds)
  const currencyIds = grantRules.map(({ creditCurrencyId }) => creditCurrencyId)
  const currencies = await findCreditCurrencies(tx, environmentId, currencyIds)
  requireActive(`The plan "${slug}"`, [
    { noun: 'product', item: await findProduct(tx, environmentId, productId) },
    { noun: 'tier', item: tierId && (await findTier(tx, environmentId, tierId)) },
    ...[...features.values()].map((item) => ({ noun: 'feature', item })),
    ...[...metrics.values()].map((item) => ({ noun: 'metric', item })),
    ...[...currencies.values()].map((item) => ({ noun: 'credit currency', item })),
  ])
}
