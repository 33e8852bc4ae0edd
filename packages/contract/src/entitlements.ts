import { z } from 'zod'
import { featureType } from './catalog/metering.ts'
import { entitlementFields, planEntitlement } from './catalog/plan.ts'
import { type Caller, type EndpointGroup, merchantWrites, runtimeReads } from './endpoint.ts'
import { wholeList } from './values/common.ts'
import { customerId, nonNegativeQuantity, slug, text, timestamp } from './values/primitives.ts'

export const MAX_BATCH_SLUGS = 50

/** The reason for a denial. Clients use `not_loaded` until the first answer arrives. */
export const deniedReason = z.enum([
  'no_entitlement',
  'no_active_subscription',
  'usage_exceeded',
  'credit_exhausted',
  'not_loaded',
])
export type DeniedReason = z.infer<typeof deniedReason>

/** The five kinds of value, all with the same common fields. */
const valuesWith = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const common = { ...shape, access: z.boolean(), deniedReason: deniedReason.optional() }
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('boolean'), ...common }),
    z.object({
      type: z.literal('metered'),
      ...common,
      remaining: z.number().meta({ description: 'Granted minus usage.' }),
      usage: z.number(),
      limit: z.number().meta({ description: 'Granted allowance.' }),
      percentage: z.number().meta({ description: 'usage/limit*100; 0 when unlimited.' }),
      isUnlimited: z.boolean().meta({
        description: 'When true, ignore `limit`, `remaining` and `percentage`.',
      }),
      nextResetAt: timestamp.nullable(),
    }),
    z.object({
      type: z.literal('credit'),
      ...common,
      creditBalance: z.number().meta({ description: 'Balance of the backing wallet.' }),
    }),
    z.object({
      type: z.literal('config'),
      ...common,
      value: z.union([z.number(), z.string()]).nullable(),
    }),
    z.object({ type: z.literal('enum'), ...common, enumValues: z.array(z.string()) }),
  ])
}

/** A customer's entitlement to one feature. */
export const entitlementValue = valuesWith({ featureSlug: slug.optional() })
export type EntitlementValue = z.infer<typeof entitlementValue>

/** In lists and maps the value includes its feature. */
export const listedEntitlementValue = valuesWith({ featureSlug: slug })
export type ListedEntitlementValue = z.infer<typeof listedEntitlementValue>

/** With the feature's name, because a customer's page shows names instead of slugs. */
export const namedEntitlementValue = valuesWith({ featureSlug: slug, featureName: z.string() })
export type NamedEntitlementValue = z.infer<typeof namedEntitlementValue>

// Not validated as a slug, so that a malformed slug gets the same answer as an unknown one.
const featureSlug = text(255).min(1)

const requestedUsage = nonNegativeQuantity
  .optional()
  .meta({ description: 'metered and credit: can the customer still consume this many units?' })

export const checkBody = z.strictObject({ customerId, featureSlug, requestedUsage })

export const checkCustomerBody = z.strictObject({
  featureSlug,
  requestedUsage,
  requestedValues: z
    .array(text(200).min(1))
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'enum: are all of these values allowed?' }),
})

export const checkBatchBody = z.strictObject({
  featureSlugs: z.array(featureSlug).min(1).max(MAX_BATCH_SLUGS),
})

export const checkResponse = z.object({
  access: z.boolean(),
  remaining: z.number().optional().meta({ description: 'metered; absent when unlimited.' }),
  creditBalance: z.number().optional().meta({ description: 'credit.' }),
  feature: z.object({ slug, type: featureType }),
  deniedReason: deniedReason.optional(),
})
export type CheckResponse = z.infer<typeof checkResponse>

const checkCallers: readonly Caller[] = [...runtimeReads, 'portal']
const customerParams = z.object({ customerId })

export const checkEndpoints = {
  check: {
    method: 'POST',
    path: '/v1/check',
    summary: 'Check whether a customer may use a feature; changes nothing',
    callers: runtimeReads,
    body: checkBody,
    response: checkResponse,
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup

export const customerCheckEndpoints = {
  checkCustomer: {
    method: 'POST',
    path: '/v1/customers/:customerId/check',
    summary: 'Check one feature, optionally for a given usage or values',
    callers: checkCallers,
    params: customerParams,
    body: checkCustomerBody,
    response: entitlementValue,
    errors: ['not_found'],
  },
  checkCustomerBatch: {
    method: 'POST',
    path: '/v1/customers/:customerId/check/batch',
    summary: 'Check up to 50 features; returns values by slug',
    callers: checkCallers,
    params: customerParams,
    body: checkBatchBody,
    response: z.record(z.string(), listedEntitlementValue),
    errors: ['not_found'],
  },
  listCustomerEntitlements: {
    method: 'GET',
    path: '/v1/customers/:customerId/entitlements',
    summary: 'List all entitlements of a customer, sorted by feature slug',
    callers: checkCallers,
    params: customerParams,
    response: wholeList(namedEntitlementValue),
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup

// --- overrides ---

export const putEntitlementOverrideBody = z.strictObject({
  ...entitlementFields,
  access: z.boolean().optional().meta({ description: 'false denies the feature.' }),
})

/** One customer's terms of a feature, which take precedence over its plans. */
export const entitlementOverride = z.object({
  featureSlug: slug,
  type: featureType,
  access: z.boolean(),
  entitlement: planEntitlement.nullable().meta({ description: 'null if access is denied.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type EntitlementOverride = z.infer<typeof entitlementOverride>

const overrideParams = z.object({ customerId, featureSlug })

export const overrideEndpoints = {
  putEntitlementOverride: {
    method: 'PUT',
    path: '/v1/customers/:customerId/entitlements/:featureSlug',
    summary: 'Grant or deny one customer a feature, regardless of its plans',
    callers: merchantWrites,
    params: overrideParams,
    body: putEntitlementOverrideBody,
    response: entitlementOverride,
    errors: ['not_found'],
  },
  deleteEntitlementOverride: {
    method: 'DELETE',
    path: '/v1/customers/:customerId/entitlements/:featureSlug',
    summary: "Remove an override, so that the customer's plans apply again",
    callers: merchantWrites,
    params: overrideParams,
    response: z.object({ featureSlug: slug, deleted: z.literal(true) }),
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
