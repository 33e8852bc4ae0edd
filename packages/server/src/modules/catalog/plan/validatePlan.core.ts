import type { PlanEntitlement, Problem } from '@purser/contract'
import { referenceProblem } from '../kinds/catalogObject.core.ts'
import { normalizeEntitlement } from './entitlementTerms.core.ts'
import {
  type ChargeInput,
  type ChargeTerms,
  type EntitlementInput,
  fitsInterval,
  type GrantRule,
  type GrantRuleInput,
  NO_TERMS,
  type PlanHeader,
  type PlanInput,
  type PlanReferences,
  type PlanTerms,
} from './planTerms.core.ts'

/**
 * Validates a plan. Returns its terms with defaults filled in, or all problems with their paths.
 * Parts that the input omits are copied from `current`.
 */
export function validatePlan(
  input: PlanInput,
  references: PlanReferences,
  current: PlanTerms = NO_TERMS,
): { terms: PlanTerms } | { problems: Problem[] } {
  const problems = headerProblems(input, references)

  /** Normalizes each item of a part and collects all problems with their paths. */
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
          normalizePlanEntitlement(entitlement, index, input.entitlements ?? [], references),
        )
      : current.entitlements,
    grantRules: input.grantRules
      ? each('grantRules', input.grantRules, (rule) => normalizeGrantRule(rule, input, references))
      : current.grantRules,
  }
  problems.push(...overflowProblems(input, references, current))
  return problems.length > 0 ? { problems } : { terms }
}

function headerProblems(input: PlanInput, { product, tier, inUse }: PlanReferences): Problem[] {
  const problems: Problem[] = []
  const refuse = (path: keyof PlanInput, message: string) => problems.push({ path, message })
  const productProblem = referenceProblem(
    'product',
    input.productId,
    product,
    product && inUse.has(product.id),
  )
  if (productProblem) refuse('productId', productProblem)
  if (input.tierId !== null) {
    const tierProblem = referenceProblem('tier', input.tierId, tier, tier && inUse.has(tier.id))
    if (tierProblem) refuse('tierId', tierProblem)
    if (tier && product && tier.productId !== product.id) {
      refuse('tierId', `tier "${input.tierId}" belongs to another product`)
    }
  }
  if (input.interval === 'none' && input.intervalCount !== 1) {
    refuse('intervalCount', 'must be 1 with interval "none"')
  }
  return problems
}

function normalizePlanEntitlement(
  { featureSlug, ...fields }: EntitlementInput,
  index: number,
  all: readonly EntitlementInput[],
  { features, inUse }: PlanReferences,
): { terms: PlanEntitlement } | { problems: Problem[] } {
  const feature = features.get(featureSlug)
  const problem = referenceProblem(
    'feature',
    featureSlug,
    feature,
    feature && inUse.has(feature.id),
  )
  const first = all.findIndex((other) => other.featureSlug === featureSlug)
  const problems = [
    problem,
    first < index ? `feature "${featureSlug}" appears twice, first at entitlements.${first}` : null,
  ].flatMap((message) => (message ? [{ path: 'featureSlug', message }] : []))
  if (!feature) return { problems }
  const result = normalizeEntitlement(feature, fields)
  if ('problems' in result) return { problems: [...problems, ...result.problems] }
  return problems.length > 0 ? { problems } : { terms: { featureSlug, ...result.terms } }
}

/** Usage that is invoiced when credits run out needs a price in the same plan. */
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

/** Only features with a numeric value can be sold by the seat. */
const SEAT_TYPES: readonly string[] = ['metered', 'config']

/** Validates a charge and fills in defaults. Problem paths are field names. */
function normalizeCharge(
  input: ChargeInput,
  plan: PlanHeader,
  references: PlanReferences,
): { terms: ChargeTerms } | { problems: Problem[] } {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  const { type, pricing, filters = [] } = input

  if (type !== 'usage') {
    if (input.metricId !== undefined) refuse('metricId', 'is allowed for usage charges only')
    if (filters.length > 0) refuse('filters', 'are allowed for usage charges only')
  }
  if (type !== 'recurring') {
    if (input.featureSlug !== undefined)
      refuse('featureSlug', 'is allowed for recurring charges only')
    if (input.quantity !== undefined) refuse('quantity', 'is allowed for recurring charges only')
  }
  if (type === 'recurring' && plan.interval === 'none') {
    refuse('type', 'a plan with interval "none" has no recurring charges; use one_off or usage')
  }
  if (type === 'usage') {
    if (pricing.model === 'flat') {
      refuse('pricing.model', 'a flat amount cannot price usage; use a recurring charge')
    }
    if (input.timing === 'in_advance') {
      refuse('timing', 'must be in_arrears: usage is known only at the end of the period')
    }
  }
  const metric = type === 'usage' ? findMetric(input, references, refuse) : undefined
  if (type === 'recurring') checkSeatFeature(input, references, refuse)
  if (problems.length > 0) return { problems }

  return {
    terms: {
      type,
      name: input.name,
      pricing,
      metricId: metric?.id ?? null,
      featureSlug: input.featureSlug ?? null,
      quantity: type === 'recurring' ? (input.quantity ?? 1) : null,
      timing: input.timing ?? (type === 'usage' ? 'in_arrears' : 'in_advance'),
      minimum: input.minimum ?? null,
      filters,
    },
  }
}

type Refuse = (path: string, message: string) => void

function findMetric({ metricId }: ChargeInput, { metrics, inUse }: PlanReferences, refuse: Refuse) {
  if (metricId === undefined) {
    refuse('metricId', 'is required: the metric that a usage charge prices')
    return undefined
  }
  const metric = metrics.get(metricId)
  const problem = referenceProblem('metric', metricId, metric, metric && inUse.has(metric.id))
  if (problem) refuse('metricId', problem)
  return metric
}

function checkSeatFeature(
  { featureSlug }: ChargeInput,
  { features, inUse }: PlanReferences,
  refuse: Refuse,
): void {
  if (featureSlug === undefined) return
  const feature = features.get(featureSlug)
  const problem = referenceProblem(
    'feature',
    featureSlug,
    feature,
    feature && inUse.has(feature.id),
  )
  if (problem) refuse('featureSlug', problem)
  if (feature && !SEAT_TYPES.includes(feature.type)) {
    refuse(
      'featureSlug',
      `feature "${featureSlug}" is of type "${feature.type}"; only metered and config features are sold by the seat`,
    )
  }
}

const DEFAULT_PRIORITY = 100

/** Validates a grant rule against its plan and fills in defaults. Problem paths are field names. */
function normalizeGrantRule(
  input: GrantRuleInput,
  plan: PlanHeader,
  { creditCurrencies, inUse }: PlanReferences,
): { terms: GrantRule } | { problems: Problem[] } {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  const { cadence } = input

  const currency = creditCurrencies.get(input.creditCurrencyId)
  const problem = referenceProblem(
    'credit currency',
    input.creditCurrencyId,
    currency,
    currency && inUse.has(currency.id),
  )
  if (problem) refuse('creditCurrencyId', problem)

  if (cadence !== 'once' && plan.interval === 'none') {
    refuse('cadence', 'must be "once" in a plan with interval "none"')
  } else if (cadence !== 'once' && cadence !== 'billing_period' && !fitsInterval(cadence, plan)) {
    refuse('cadence', `"${cadence}" is longer than the plan's interval; use "billing_period"`)
  }
  const expires = input.expires ?? (cadence === 'once' ? 'never' : 'period_end')
  if (expires === 'period_end' && plan.interval === 'none') {
    refuse('expires', 'a plan with interval "none" has no period end; use "never" or {days}')
  }
  const rollover = input.rollover ?? 'none'
  if (rollover !== 'none' && expires !== 'period_end') {
    refuse('rollover', 'is allowed with expires "period_end" only')
  }
  if (problems.length > 0 || !currency) return { problems }
  return {
    terms: {
      creditCurrencyId: currency.id,
      amount: input.amount,
      cadence,
      expires,
      rollover,
      priority: input.priority ?? DEFAULT_PRIORITY,
      onChange: input.onChange ?? 'prorate',
    },
  }
}
