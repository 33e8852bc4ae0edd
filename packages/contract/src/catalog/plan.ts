import { z } from 'zod'
import {
  currency,
  decimalString,
  grantPriority,
  id,
  idOrSlug,
  jsonObject,
  money,
  moneyAmount,
  name,
  nonNegativeQuantity,
  page,
  positiveQuantity,
  slug,
  text,
  timestamp,
  unitPrice,
} from '../values/primitives.ts'
import { creditCost, creditCostInput, propertyFilter } from './metering.ts'

export const planStatus = z.enum(['draft', 'active', 'archived', 'migrated'])
export const planKind = z.enum(['base', 'addon'])
export const planInterval = z.enum(['day', 'week', 'month', 'year', 'none'])
export const chargeType = z.enum(['recurring', 'usage', 'one_off'])
export const chargeTiming = z.enum(['in_advance', 'in_arrears'])
export const meteredMode = z.enum(['unlimited', 'quota', 'rate'])
export const meteredPeriod = z.enum([
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'billing_period',
  'lifetime',
])
export const limitKind = z.enum(['hard', 'soft'])
export const onExhausted = z.enum(['block', 'overdraft', 'invoice'])
export const grantCadence = z.enum(['once', 'billing_period', 'day', 'week', 'month'])

export const grantOnChange = z.enum(['keep', 'void', 'prorate'])

// --- pricing of a charge ---

const tierOf = <Unit extends z.ZodType, Flat extends z.ZodType>(
  unitAmount: Unit,
  flatAmount: Flat,
) => ({ upTo: positiveQuantity.nullable(), unitAmount, flatAmount }) as const

export const pricing = z.discriminatedUnion('model', [
  z.object({ model: z.literal('flat'), amount: moneyAmount }),
  z.object({ model: z.literal('per_unit'), unitAmount: decimalString }),
  z.object({
    model: z.enum(['graduated', 'volume']),
    tiers: z.array(z.object(tierOf(decimalString, moneyAmount))),
  }),
  z.object({ model: z.literal('package'), packageSize: z.number(), amount: decimalString }),
])
export type Pricing = z.infer<typeof pricing>

const tiersInput = z
  .array(z.strictObject(tierOf(unitPrice, money.default(0))))
  .min(1)
  .max(100)
  .superRefine((tiers, context) => {
    tiers.forEach(({ upTo }, index) => {
      const last = index === tiers.length - 1
      const before = tiers[index - 1]?.upTo ?? 0
      const message = last
        ? upTo === null
          ? null
          : 'the last tier must have upTo null'
        : upTo === null
          ? 'only the last tier may have upTo null'
          : upTo <= before
            ? 'must be greater than the upTo of the previous tier'
            : null
      if (message) context.addIssue({ code: 'custom', path: [index, 'upTo'], message })
    })
  })

export const pricingInput = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('flat'), amount: money }),
  z.strictObject({ model: z.literal('per_unit'), unitAmount: unitPrice }),
  z.strictObject({ model: z.enum(['graduated', 'volume']), tiers: tiersInput }),
  z.strictObject({
    model: z.literal('package'),
    packageSize: positiveQuantity,
    amount: unitPrice,
  }),
])

// --- charges ---

export const charge = z.object({
  id,
  type: chargeType,
  name: z.string(),
  pricing,
  metricId: id.nullable(),
  featureSlug: slug.nullable(),
  quantity: z.int().nullable(),
  timing: chargeTiming,
  minimum: moneyAmount.nullable(),
  filters: z.array(propertyFilter),
})

export const chargeInput = z.strictObject({
  type: chargeType,
  name,
  pricing: pricingInput,
  metricId: idOrSlug.optional().meta({ description: 'For `usage`: the metric to price.' }),
  featureSlug: slug
    .optional()
    .meta({ description: 'For `recurring`: the feature that is sold by the seat.' }),
  quantity: z.int().min(0).max(1_000_000_000).optional().meta({
    description: 'Number of seats if the subscription sets none. Default 1.',
  }),
  timing: chargeTiming.optional().meta({
    description: '`usage` is always in arrears; the other types default to in advance.',
  }),
  minimum: money.optional().meta({ description: 'Minimum amount per period.' }),
  filters: z.array(propertyFilter).max(20).optional().meta({
    description: 'For `usage`: price only events with these properties.',
  }),
})

// --- entitlements ---

const meteredFields = { mode: meteredMode, value: z.number().nullable() }

export const planEntitlement = z.discriminatedUnion('type', [
  z.object({ featureSlug: slug, type: z.literal('boolean') }),
  z.object({
    featureSlug: slug,
    type: z.literal('metered'),
    ...meteredFields,
    period: meteredPeriod.nullable(),
    limit: limitKind.nullable(),
  }),
  z.object({
    featureSlug: slug,
    type: z.literal('credit'),
    creditCost: creditCost
      .nullable()
      .meta({ description: 'null: the cost that the feature defines.' }),
    onExhausted,
  }),
  z.object({
    featureSlug: slug,
    type: z.literal('config'),
    value: z.union([z.number(), z.string()]),
  }),
  z.object({ featureSlug: slug, type: z.literal('enum'), values: z.array(z.string()) }),
])
export type PlanEntitlement = z.infer<typeof planEntitlement>

/** The terms of a feature. The feature's type decides which fields belong together. */
export const entitlementFields = {
  mode: meteredMode.optional().meta({ description: 'metered: required.' }),
  value: z
    .union([nonNegativeQuantity, text()])
    .optional()
    .meta({ description: 'metered: the quota or rate; config: the value.' }),
  period: meteredPeriod.optional().meta({
    description: 'metered: quota defaults to `billing_period`; rate takes `minute` or `hour`.',
  }),
  limit: limitKind.optional().meta({ description: 'metered: default `hard`.' }),
  creditCost: creditCostInput
    .optional()
    .meta({ description: 'credit: overrides the cost of the feature.' }),
  onExhausted: onExhausted.optional().meta({ description: 'credit: default `block`.' }),
  values: z
    .array(text(200).min(1))
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'enum: required.' }),
}

export const planEntitlementInput = z.strictObject({ featureSlug: slug, ...entitlementFields })

// --- grant rules ---

const days = z.int().min(1).max(36_500)

export const grantRule = z.object({
  creditCurrencyId: id,
  amount: z.number(),
  cadence: grantCadence,
  expires: z.union([z.enum(['period_end', 'never']), z.object({ days })]),
  rollover: z.union([z.enum(['none', 'all']), z.object({ max: z.number() })]),
  priority: z.int(),
  onChange: grantOnChange,
})

export const grantRuleInput = z.strictObject({
  creditCurrencyId: idOrSlug,
  amount: positiveQuantity,
  cadence: grantCadence,
  expires: z
    .union([z.enum(['period_end', 'never']), z.strictObject({ days })])
    .optional()
    .meta({ description: 'Default `period_end`; `never` for cadence `once`.' }),
  rollover: z
    .union([z.enum(['none', 'all']), z.strictObject({ max: positiveQuantity })])
    .optional()
    .meta({ description: 'The part of an expiring grant that is carried over. Default `none`.' }),
  priority: grantPriority.optional(),
  onChange: grantOnChange.optional().meta({
    description:
      'Unused credits when the plan changes within a period. `prorate` (default) leaves the share for the time on the plan, minus the credits used. `keep` leaves all of them, `void` removes all of them.',
  }),
})

// --- plans ---

export const trial = z.object({
  days: z.int().min(1).max(3_650),
  requiresPaymentMethod: z.boolean(),
})

export const plan = z.object({
  id,
  productId: id,
  tierId: id.nullable(),
  name: z.string(),
  slug,
  description: z.string().nullable(),
  kind: planKind,
  currency,
  interval: planInterval,
  intervalCount: z.int(),
  trial: trial.nullable(),
  isPublic: z.boolean(),
  status: planStatus,
  version: z.int(),
  charges: z.array(charge),
  entitlements: z.array(planEntitlement),
  grantRules: z.array(grantRule),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Plan = z.infer<typeof plan>

/** Fields that determine a subscriber's bill and access. Editing them creates a new version. */
const versionedFields = {
  charges: z.array(chargeInput).max(100),
  entitlements: z.array(planEntitlementInput).max(500),
  grantRules: z.array(grantRuleInput).max(50),
}

const presentation = {
  name,
  tierId: idOrSlug.nullable().optional(),
  description: text().nullable().optional(),
  isPublic: z.boolean().optional().meta({ description: 'Default true.' }),
  metadata: jsonObject.optional(),
}

const trialInput = z.strictObject({
  days: trial.shape.days,
  requiresPaymentMethod: z.boolean().default(false),
})

export const createPlanBody = z.strictObject({
  productId: idOrSlug,
  slug: slug.optional(),
  ...presentation,
  kind: planKind.default('base'),
  currency,
  interval: planInterval,
  intervalCount: z.int().min(1).max(365).default(1),
  trial: trialInput.nullable().optional(),
  status: z.enum(['draft', 'active']).default('active'),
  charges: versionedFields.charges.default([]),
  entitlements: versionedFields.entitlements.default([]),
  grantRules: versionedFields.grantRules.default([]),
})

/**
 * Product, kind, currency and interval can never change: a plan that differs in them is a different
 * plan.
 */
export const updatePlanBody = z
  .strictObject({ ...presentation, trial: trialInput.nullable().optional(), ...versionedFields })
  .partial()

export const planVersions = page(plan)
