import { z } from 'zod'
import { flag, id, idOrSlug, slug } from '../values/primitives.ts'
import { createCreditCurrencyBody, createFeatureBody, createMetricBody } from './metering.ts'
import { couponCode, couponEntry, createCreditPackageBody, createTierBody } from './offer.ts'
import { createPlanBody } from './plan.ts'
import { createProductBody } from './product.ts'

/**
 * The catalog of an environment as one document. Each entry is the body that would create the
 * object, keyed by its slug (coupons by their code), and references are slugs. A section that the
 * document omits stays unchanged. In a section that the document includes, missing objects are
 * archived.
 */
export const catalogDocument = z
  .strictObject({
    products: z.record(slug, createProductBody.omit({ slug: true })),
    creditCurrencies: z.record(slug, createCreditCurrencyBody.omit({ slug: true })),
    metrics: z.record(slug, createMetricBody.omit({ slug: true })),
    features: z.record(slug, createFeatureBody.omit({ slug: true })),
    tiers: z.record(slug, createTierBody.omit({ slug: true })),
    plans: z.record(slug, createPlanBody.omit({ slug: true })),
    creditPackages: z.record(slug, createCreditPackageBody.omit({ slug: true })),
    coupons: z.record(couponCode, couponEntry),
  })
  .partial()
export type CatalogDocument = z.output<typeof catalogDocument>

export const catalogKind = z.enum([
  'product',
  'creditCurrency',
  'metric',
  'feature',
  'tier',
  'plan',
  'creditPackage',
  'coupon',
])
export type CatalogKind = z.infer<typeof catalogKind>

/** A change that a push or a promotion makes, or would make. */
export const catalogChange = z.object({
  action: z.enum(['create', 'update', 'new_version', 'restore', 'archive', 'publish']),
  kind: catalogKind,
  slug: z.string(),
  fields: z
    .array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() }))
    .meta({ description: 'For an update: each field that differs.' }),
})
export type CatalogChange = z.infer<typeof catalogChange>

export const catalogDiff = z.object({
  applied: z.boolean().meta({ description: 'false for a dry run, and when nothing differs.' }),
  changes: z.array(catalogChange),
})

export const putCatalogQuery = z.strictObject({
  dryRun: flag.optional().meta({ description: 'true: only report what would change.' }),
})

export const promoteCatalogBody = z.strictObject({
  dryRun: z.boolean().optional(),
  productId: idOrSlug.optional().meta({
    description: 'Only this product and everything that its tiers and plans refer to.',
  }),
})

export const promotion = catalogDiff.extend({ fromEnvironmentId: id, toEnvironmentId: id })
