import { z } from 'zod'
import {
  currency,
  grantPriority,
  id,
  idOrSlug,
  money,
  moneyAmount,
  name,
  positiveQuantity,
  slug,
  text,
  timestamp,
  timestampInput,
} from '../values/primitives.ts'
import { catalogStatus, restore } from './product.ts'

// --- tiers: the columns of a pricing page ---

export const tier = z.object({
  id,
  productId: id,
  name: z.string(),
  slug,
  displayOrder: z.int(),
  isPopular: z.boolean(),
  isForeverFree: z.boolean(),
  isSelfServe: z.boolean(),
  isSalesLed: z.boolean(),
  ctaLabel: z.string().nullable(),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const tierFields = {
  name,
  displayOrder: z.int().min(0).max(1_000_000).optional(),
  isPopular: z.boolean().optional(),
  isForeverFree: z.boolean().optional(),
  isSelfServe: z
    .boolean()
    .optional()
    .meta({ description: 'True if the public page shows the tier. Default true.' }),
  isSalesLed: z.boolean().optional(),
  ctaLabel: text(60).nullable().optional(),
}

export const createTierBody = z.strictObject({
  productId: idOrSlug,
  slug: slug.optional(),
  ...tierFields,
})
export const updateTierBody = z.strictObject(tierFields).partial().extend({ status: restore })

// --- credit packages ---

export const creditPackage = z.object({
  id,
  name: z.string(),
  slug,
  creditCurrencyId: id,
  credits: z.number(),
  price: moneyAmount,
  currency,
  tierId: id.nullable(),
  expiresAfterDays: z.int().nullable(),
  priority: z.int(),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const packageFields = {
  name,
  credits: positiveQuantity.meta({ description: 'Minor units of the credit currency.' }),
  price: money,
  currency,
  tierId: idOrSlug.nullable().optional(),
  expiresAfterDays: z.int().min(1).max(36_500).nullable().optional(),
  priority: grantPriority.optional(),
}

export const createCreditPackageBody = z.strictObject({
  slug: slug.optional(),
  creditCurrencyId: idOrSlug,
  ...packageFields,
})
export const updateCreditPackageBody = z
  .strictObject(packageFields)
  .partial()
  .extend({ status: restore })

// --- coupons ---

export const couponDuration = z.enum(['once', 'repeating', 'forever'])

export const coupon = z.object({
  id,
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOff: moneyAmount.nullable(),
  currency: currency.nullable(),
  duration: couponDuration,
  durationInPeriods: z.int().nullable(),
  maxRedemptions: z.int().nullable(),
  expiresAt: timestamp.nullable(),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const couponCode = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?$/, {
    error: 'must be 1 to 100 letters, digits, - and _',
  })
  .meta({ description: 'The code that the customer types. Not case-sensitive.' })

const redemption = {
  maxRedemptions: z.int().min(1).max(1_000_000_000).nullable().optional(),
  expiresAt: timestampInput.nullable().optional(),
}

const couponFields = {
  percentOff: positiveQuantity
    .refine((value) => value <= 100, { error: 'must be at most 100' })
    .optional(),
  amountOff: money.refine((value) => value > 0, { error: 'must be greater than zero' }).optional(),
  currency: currency.optional(),
  duration: couponDuration,
  durationInPeriods: z.int().min(1).max(1_200).optional(),
  ...redemption,
}

/** Checks which fields belong together. */
function checkCoupon(
  body: z.output<z.ZodObject<typeof couponFields>>,
  context: z.RefinementCtx,
): void {
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if ((body.percentOff === undefined) === (body.amountOff === undefined)) {
    problem('percentOff', 'give either percentOff or amountOff')
  }
  if ((body.amountOff !== undefined) !== (body.currency !== undefined)) {
    problem('currency', 'belongs to amountOff: give both or neither')
  }
  if ((body.duration === 'repeating') !== (body.durationInPeriods !== undefined)) {
    problem('durationInPeriods', 'belongs to duration "repeating": give both or neither')
  }
}

export const createCouponBody = z
  .strictObject({ code: couponCode, ...couponFields })
  .superRefine(checkCoupon)
/** A coupon in the catalog document, where its code is its key. */
export const couponEntry = z.strictObject(couponFields).superRefine(checkCoupon)
/** The discount of a coupon can never change, because customers were promised it. */
export const updateCouponBody = z.strictObject({ ...redemption, status: restore })
