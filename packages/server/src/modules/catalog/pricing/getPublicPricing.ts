import type { PublicPricing } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getEnvironment } from '../../organizations/read.ts'
import {
  findCreditCurrencies,
  findFeaturesBySlug,
  findMetrics,
  findProduct,
  listActiveTiers,
  listAllCreditPackages,
} from '../kinds/kinds.sql.ts'
import { listPlansOnSale } from '../plan/plans.sql.ts'
import { buildPublicPricing } from './publicPricing.core.ts'

/** Returns the public prices of a product. Takes a fixed number of queries. */
export async function getPublicPricing(
  tx: Tx,
  { environmentId }: Scope,
  idOrSlug: string,
): Promise<PublicPricing> {
  const product = await findProduct(tx, environmentId, idOrSlug)
  // The public must not be able to tell an archived product from an unknown one.
  if (product?.status !== 'active') throw notFound('product', idOrSlug)
  const { defaultCurrency } = await getEnvironment(tx, environmentId)
  const tiers = await listActiveTiers(tx, environmentId, product.id)
  const plans = await listPlansOnSale(tx, environmentId, product.id)
  const packages = await listAllCreditPackages(tx, environmentId, { status: 'active' })
  const currencies = await findCreditCurrencies(
    tx,
    environmentId,
    packages.map(({ creditCurrencyId }) => creditCurrencyId),
  )
  const featuresBySlug = await findFeaturesBySlug(
    tx,
    environmentId,
    plans.flatMap(({ entitlements }) => entitlements.map(({ featureSlug }) => featureSlug)),
  )
  const metricsById = await findMetrics(
    tx,
    environmentId,
    [...featuresBySlug.values()].flatMap(({ metricId }) => metricId ?? []),
  )
  return buildPublicPricing({
    product,
    tiers: tiers.filter(({ isSelfServe }) => isSelfServe),
    plans,
    creditPackages: packages.filter(
      ({ creditCurrencyId }) => currencies.get(creditCurrencyId)?.status === 'active',
    ),
    featuresBySlug,
    metricsById,
    defaultCurrency,
  })
}
