import type { Problem } from '@purser/contract'
import type { PlanFrame, PlanReferences } from './planReferences.ts'
import type { ChargeInput, ChargeTerms } from './planTerms.ts'
import { referenceProblem } from './reference.ts'

/** Features that say how many: the only ones that can be sold by the seat. */
const SEAT_TYPES: readonly string[] = ['metered', 'config']

/** Checks a charge against its type and fills in the defaults. Problem paths are field names. */
export function normalizeCharge(
  input: ChargeInput,
  plan: PlanFrame,
  references: PlanReferences,
): { terms: ChargeTerms } | { problems: Problem[] } {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  const { type, pricing, filters = [] } = input

  if (type !== 'usage') {
    if (input.metricId !== undefined) refuse('metricId', 'goes with a usage charge only')
    if (filters.length > 0) refuse('filters', 'go with a usage charge only')
  }
  if (type !== 'recurring') {
    if (input.featureSlug !== undefined) refuse('featureSlug', 'goes with a recurring charge only')
    if (input.quantity !== undefined) refuse('quantity', 'goes with a recurring charge only')
  }
  if (type === 'recurring' && plan.interval === 'none') {
    refuse('type', 'a plan with interval "none" has no recurring charges; use one_off or usage')
  }
  if (type === 'usage') {
    if (pricing.model === 'flat') {
      refuse('pricing.model', 'a flat amount is not a price of usage; make it a recurring charge')
    }
    if (input.timing === 'in_advance') {
      refuse('timing', 'usage is known only afterwards: it is always in_arrears')
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
    refuse('metricId', 'is needed: the metric that a usage charge prices')
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
