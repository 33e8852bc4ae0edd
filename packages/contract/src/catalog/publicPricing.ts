import { z } from 'zod'
import { currency, id, moneyAmount, slug } from '../values/primitives.ts'
import { featureType } from './metering.ts'
import { charge, grantRule, meteredMode, meteredPeriod, planInterval, trial } from './plan.ts'

/** One interval of a tier, or an add-on. */
const pricedPlan = z.object({
  id,
  name: z.string(),
  slug,
  description: z.string().nullable(),
  currency,
  interval: planInterval,
  intervalCount: z.int(),
  price: moneyAmount.meta({ description: 'Flat and seat charges per period, before usage.' }),
  trial: trial.nullable(),
  charges: z.array(charge),
  grantRules: z.array(grantRule),
  metadata: z.record(z.string(), z.unknown()),
})

/** A feature in a tier, ready for a cell of the comparison table. */
const tierEntitlement = z.object({
  mode: meteredMode,
  type: featureType,
  value: z
    .union([z.number(), z.string(), z.array(z.string())])
    .nullable()
    .meta({
      description:
        'Quota, rate, config value, enum values or credits; null if there is nothing to show.',
    }),
  period: meteredPeriod.nullable(),
  periodAllocation: z.number().nullable().meta({
    description: 'Units or credits allotted per period; null if nothing is allotted per period.',
  }),
})

const publicTier = z.object({
  id,
  name: z.string(),
  slug,
  plans: z.array(pricedPlan),
  addons: z.array(pricedPlan),
  creditPackages: z.array(
    z.object({
      id,
      name: z.string(),
      slug,
      creditCurrencyId: id,
      credits: z.number(),
      price: moneyAmount,
      currency,
      expiresAfterDays: z.int().nullable(),
    }),
  ),
  entitlementBySlug: z.record(slug, tierEntitlement),
  isPopular: z.boolean(),
  isForeverFree: z.boolean(),
  isSelfServe: z.boolean(),
  isSalesLed: z.boolean(),
  ctaLabel: z.string().nullable(),
  intervals: z.array(z.string()).meta({ description: 'Intervals of its plans, shortest first.' }),
})

export const publicPricing = z.object({
  currency,
  product: z.object({
    id,
    name: z.string(),
    slug,
    description: z.string().nullable(),
    imageUrl: z.string().nullable(),
  }),
  features: z.array(
    z.object({
      slug,
      name: z.string(),
      eventName: z.string().nullable(),
      creditCurrencyId: id.nullable(),
    }),
  ),
  tiers: z.array(publicTier),
})
export type PublicPricing = z.infer<typeof publicPricing>
