import type { Tx } from '../../../platform/db/database.ts'
import type { PlanInput, PlanReferences } from '../core/planReferences.ts'
import type { PlanTerms } from '../core/planTerms.ts'
import { findCreditCurrencies, findFeaturesBySlug, findMetrics } from './metering.ts'
import { findTier } from './offer.ts'
import { findProduct } from './products.ts'

/** What a plan as it stands rests on: its product, its tier and the references of its terms. */
export interface Standing {
  productId: string
  tierId: string | null
  terms: PlanTerms
}

/** Finds what a plan refers to, or is to refer to, in five queries. */
export async function readPlanReferences(
  tx: Tx,
  environmentId: string,
  input: PlanInput,
  standing: Standing | null,
): Promise<PlanReferences> {
  const { charges = [], entitlements = [], grantRules = [] } = standing?.terms ?? {}
  const given = <T>(value: T | null | undefined): T[] =>
    value === undefined || value === null ? [] : [value]
  const slugsInUse = [
    ...charges.flatMap(({ featureSlug }) => given(featureSlug)),
    ...entitlements.map(({ featureSlug }) => featureSlug),
  ]
  const features = await findFeaturesBySlug(tx, environmentId, [
    ...slugsInUse,
    ...(input.charges ?? []).flatMap(({ featureSlug }) => given(featureSlug)),
    ...(input.entitlements ?? []).map(({ featureSlug }) => featureSlug),
  ])
  const metrics = await findMetrics(
    tx,
    environmentId,
    (input.charges ?? []).flatMap(({ metricId }) => given(metricId)),
  )
  const creditCurrencies = await findCreditCurrencies(
    tx,
    environmentId,
    (input.grantRules ?? []).map(({ creditCurrencyId }) => creditCurrencyId),
  )
  return {
    product: (await findProduct(tx, environmentId, input.productId)) ?? undefined,
    tier:
      input.tierId === null
        ? undefined
        : ((await findTier(tx, environmentId, input.tierId)) ?? undefined),
    metrics,
    features,
    creditCurrencies,
    inUse: new Set([
      ...given(standing?.productId),
      ...given(standing?.tierId),
      ...slugsInUse.flatMap((slug) => given(features.get(slug)?.id)),
      ...charges.flatMap(({ metricId }) => given(metricId)),
      ...grantRules.map(({ creditCurrencyId }) => creditCurrencyId),
    ]),
  }
}
