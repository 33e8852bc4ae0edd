import { z } from 'zod'
import { isCurrency } from '../values/currencies.ts'
import { UNIT } from '../values/denomination.ts'
import {
  decimalString,
  id,
  idOrSlug,
  name,
  slug,
  text,
  timestamp,
  unitPrice,
} from '../values/primitives.ts'
import { catalogStatus, restore } from './product.ts'

// --- credit currencies ---

export const denomination = z.string().refine((value) => value === UNIT || isCurrency(value), {
  error: `must be "${UNIT}" or a lowercase ISO 4217 code such as usd`,
})

/** The credit currency as nested in a wallet. */
export const creditCurrency = z.object({
  id,
  slug,
  name: z.string(),
  denomination: z.string(),
  minorUnitScale: z.int(),
})

export const creditCurrencyRecord = creditCurrency.extend({
  applyToInvoices: z.boolean(),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const createCreditCurrencyBody = z.strictObject({
  name,
  slug: slug.optional(),
  denomination,
  minorUnitScale: z.int().min(0).max(9).optional().meta({
    description: 'Decimal places: 0 for `unit`, the ISO 4217 number for a currency.',
  }),
  applyToInvoices: z.boolean().optional().meta({
    description: 'Fiat only: the balance pays invoices before a card is charged.',
  }),
})
/** The denomination and scale can never change, because balances are stored in them. */
export const updateCreditCurrencyBody = z.strictObject({
  name: name.optional(),
  applyToInvoices: z.boolean().optional(),
  status: restore,
})

// --- billable metrics ---

export const aggregation = z.enum(['count', 'sum', 'max', 'unique', 'latest'])

const scalar = z.union([text(), z.number(), z.boolean()])

/** Counts only events whose property has one of these values. */
export const propertyFilter = z.strictObject({
  property: text(100).min(1),
  in: z.array(scalar).min(1).max(100),
})

export const metric = z.object({
  id,
  name: z.string(),
  slug,
  eventName: z.string(),
  aggregation,
  property: z.string().nullable(),
  filter: z.array(propertyFilter),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const eventName = text(200).min(1)

export const createMetricBody = z.strictObject({
  name,
  slug: slug.optional(),
  eventName,
  aggregation,
  property: text(100).min(1).optional().meta({
    description:
      'Event property to aggregate. Required for `unique`, unused for `count`. Without it, the other aggregations use the `quantity` of the event.',
  }),
  filter: z.array(propertyFilter).max(20).optional(),
})
/** The definition of a metric can never change: it would alter periods that are already counted. */
export const updateMetricBody = z.strictObject({ name: name.optional(), status: restore })

// --- features ---

export const featureType = z.enum(['boolean', 'metered', 'credit', 'config', 'enum'])

/**
 * The first rule whose `where` matches the event's properties applies. If no rule matches,
 * `perUnit` applies.
 */
export const creditCost = z.object({
  perUnit: decimalString,
  rules: z.array(z.object({ where: z.record(z.string(), scalar), perUnit: decimalString })),
})

export const creditCostInput = z.strictObject({
  perUnit: unitPrice,
  rules: z
    .array(
      z.strictObject({
        where: z
          .record(text(100).min(1), scalar)
          .refine((where) => Object.keys(where).length > 0, { error: 'must name a property' }),
        perUnit: unitPrice,
      }),
    )
    .max(200)
    .default([]),
})

export const feature = z.object({
  id,
  name: z.string(),
  slug,
  type: featureType,
  metricId: id.nullable(),
  creditCurrencyId: id.nullable(),
  creditCost: creditCost.nullable(),
  displayOrder: z.int(),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const displayOrder = z.int().min(0).max(1_000_000)

export const createFeatureBody = z.strictObject({
  name,
  slug: slug.optional(),
  type: featureType,
  metricId: idOrSlug.optional().meta({ description: 'Required for `metered` and `credit`.' }),
  creditCurrencyId: idOrSlug.optional().meta({ description: 'Required for `credit`.' }),
  creditCost: creditCostInput
    .optional()
    .meta({ description: 'For `credit`. Default: 1 per unit.' }),
  displayOrder: displayOrder.optional(),
})
/**
 * The type, metric and credit currency can never change. The default cost can change. It applies
 * to plans that set no cost.
 */
export const updateFeatureBody = z.strictObject({
  name: name.optional(),
  creditCost: creditCostInput.optional(),
  displayOrder: displayOrder.optional(),
  status: restore,
})
