import type { BodyOf, catalogEndpoints, PlanEntitlement, Problem } from '@purser/contract'

export type FeatureType = PlanEntitlement['type']

type EntitlementInput = BodyOf<typeof catalogEndpoints.createPlan>['entitlements'][number]
/** The fields of an entitlement for any type of feature. */
export type EntitlementFields = Omit<EntitlementInput, 'featureSlug'>

/** The fields of an entitlement with defaults filled in, without the feature. */
export type EntitlementTerms = WithoutFeature<PlanEntitlement>
type WithoutFeature<E> = E extends PlanEntitlement ? Omit<E, 'featureSlug'> : never

type Normalized = { terms: EntitlementTerms } | { problems: Problem[] }

/** The fields that apply to each type of feature. */
const fieldsOf: Record<FeatureType, readonly (keyof EntitlementFields)[]> = {
  boolean: [],
  metered: ['mode', 'value', 'period', 'limit'],
  credit: ['creditCost', 'onExhausted'],
  config: ['value'],
  enum: ['values'],
}

/**
 * Validates an entitlement against the type of its feature and fills in defaults. Plans and
 * customer overrides both use it. Problem paths are field names.
 */
export function normalizeEntitlement(
  feature: { slug: string; type: FeatureType },
  input: EntitlementFields,
): Normalized {
  const problems: Problem[] = []
  const refuse = (path: keyof EntitlementFields, message: string) =>
    problems.push({ path, message: `${message} (feature "${feature.slug}")` })
  for (const field of new Set(Object.values(fieldsOf).flat())) {
    if (input[field] !== undefined && !fieldsOf[feature.type].includes(field)) {
      refuse(field, `does not apply to the type "${feature.type}"`)
    }
  }
  const terms = termsOf[feature.type](input, refuse)
  return problems.length > 0 || terms === null ? { problems } : { terms }
}

type Refuse = (path: keyof EntitlementFields, message: string) => void
type TermsOf = (input: EntitlementFields, refuse: Refuse) => EntitlementTerms | null

const termsOf: Record<FeatureType, TermsOf> = {
  boolean: () => ({ type: 'boolean' }),
  metered: meteredTerms,
  credit: ({ creditCost, onExhausted }) => ({
    type: 'credit',
    creditCost: creditCost ?? null,
    onExhausted: onExhausted ?? 'block',
  }),
  config: ({ value }, refuse) => {
    if (value !== undefined) return { type: 'config', value }
    refuse('value', 'is required: the value of the feature')
    return null
  },
  enum: ({ values }, refuse) => {
    if (values === undefined) {
      refuse('values', 'is required: the allowed values')
      return null
    }
    const duplicate = values.find((value, index) => values.indexOf(value) !== index)
    if (duplicate !== undefined) refuse('values', `contains "${duplicate}" twice`)
    return { type: 'enum', values }
  },
}

function meteredTerms(input: EntitlementFields, refuse: Refuse): EntitlementTerms | null {
  const { mode, value, period, limit } = input
  if (mode === undefined) {
    refuse('mode', 'is required: "unlimited", "quota" or "rate"')
    return null
  }
  if (mode === 'unlimited') {
    for (const field of ['value', 'period', 'limit'] as const) {
      if (input[field] !== undefined) refuse(field, 'is not allowed with mode "unlimited"')
    }
    return { type: 'metered', mode, value: null, period: null, limit: null }
  }
  if (typeof value !== 'number') refuse('value', `must be a number with mode "${mode}"`)
  if (mode === 'rate' && period !== 'minute' && period !== 'hour') {
    refuse('period', 'must be "minute" or "hour" with mode "rate"')
  }
  return {
    type: 'metered',
    mode,
    value: typeof value === 'number' ? value : null,
    period: period ?? 'billing_period',
    limit: limit ?? 'hard',
  }
}
