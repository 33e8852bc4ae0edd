import type { PlanEntitlement, Problem } from '@purser/contract'
import { normalizeEntitlement } from './entitlementTerms.ts'
import { normalizeCharge } from './normalizeCharge.ts'
import { normalizeGrantRule } from './normalizeGrantRule.ts'
import type { PlanInput, PlanReferences } from './planReferences.ts'
import { type EntitlementInput, NO_TERMS, type PlanTerms } from './planTerms.ts'
import { referenceProblem } from './reference.ts'

/**
 * The terms of a plan with every default filled in, or every problem of the request with its path.
 * Parts that the input leaves out are taken over from `current`.
 */
export function validatePlan(
  input: PlanInput,
  references: PlanReferences,
  current: PlanTerms = NO_TERMS,
): { terms: PlanTerms } | { problems: Problem[] } {
  const problems = frameProblems(input, references)

  /** Normalises each item of a part and collects the problems of all under their own paths. */
  const each = <Input, Terms>(
    part: string,
    items: readonly Input[],
    normalize: (item: Input, index: number) => { terms: Terms } | { problems: Problem[] },
  ): Terms[] =>
    items.flatMap((item, index) => {
      const result = normalize(item, index)
      if ('terms' in result) return [result.terms]
      for (const { path, message } of result.problems) {
        problems.push({ path: `${part}.${index}.${path}`, message })
      }
      return []
    })

  const terms: PlanTerms = {
    charges: input.charges
      ? each('charges', input.charges, (charge) => normalizeCharge(charge, input, references))
      : current.charges,
    entitlements: input.entitlements
      ? each('entitlements', input.entitlements, (entitlement, index) =>
          normalizeListed(entitlement, index, input.entitlements ?? [], references),
        )
      : current.entitlements,
    grantRules: input.grantRules
      ? each('grantRules', input.grantRules, (rule) => normalizeGrantRule(rule, input, references))
      : current.grantRules,
  }
  problems.push(...overflowProblems(input, references, current))
  return problems.length > 0 ? { problems } : { terms }
}

function frameProblems(input: PlanInput, { product, tier, inUse }: PlanReferences): Problem[] {
  const problems: Problem[] = []
  const refuse = (path: keyof PlanInput, message: string) => problems.push({ path, message })
  const noProduct = referenceProblem(
    'product',
    input.productId,
    product,
    product && inUse.has(product.id),
  )
  if (noProduct) refuse('productId', noProduct)
  if (input.tierId !== null) {
    const noTier = referenceProblem('tier', input.tierId, tier, tier && inUse.has(tier.id))
    if (noTier) refuse('tierId', noTier)
    if (tier && product && tier.productId !== product.id) {
      refuse('tierId', `tier "${input.tierId}" belongs to another product`)
    }
  }
  if (input.interval === 'none' && input.intervalCount !== 1) {
    refuse('intervalCount', 'must be 1 with interval "none"')
  }
  return problems
}

function normalizeListed(
  { featureSlug, ...fields }: EntitlementInput,
  index: number,
  all: readonly EntitlementInput[],
  { features, inUse }: PlanReferences,
): { terms: PlanEntitlement } | { problems: Problem[] } {
  const feature = features.get(featureSlug)
  const missing = referenceProblem(
    'feature',
    featureSlug,
    feature,
    feature && inUse.has(feature.id),
  )
  const first = all.findIndex((other) => other.featureSlug === featureSlug)
  const problems = [
    missing,
    first < index
      ? `feature "${featureSlug}" is named twice, first at entitlements.${first}`
      : null,
  ].flatMap((message) => (message ? [{ path: 'featureSlug', message }] : []))
  if (!feature) return { problems }
  const result = normalizeEntitlement(feature, fields)
  if ('problems' in result) return { problems: [...problems, ...result.problems] }
  return problems.length > 0 ? { problems } : { terms: { featureSlug, ...result.terms } }
}

/** What goes on the invoice when credits run out must have a price there. */
function overflowProblems(
  { charges, entitlements }: PlanInput,
  { metrics, features }: PlanReferences,
  current: PlanTerms,
): Problem[] {
  const pricedMetrics = new Set(
    charges
      ? charges.map(({ metricId = '' }) => metrics.get(metricId)?.id)
      : current.charges.map(({ metricId }) => metricId),
  )
  return (entitlements ?? current.entitlements).flatMap((entitlement, index) => {
    const feature = features.get(entitlement.featureSlug)
    const overflows = 'onExhausted' in entitlement && entitlement.onExhausted === 'invoice'
    if (!overflows || feature?.type !== 'credit' || pricedMetrics.has(feature.metricId ?? '')) {
      return []
    }
    return [
      {
        path: `entitlements.${index}.onExhausted`,
        message: `"invoice" needs a usage charge on the metric of feature "${feature.slug}" in this plan`,
      },
    ]
  })
}
