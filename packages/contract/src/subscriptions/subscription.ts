import { z } from 'zod'
import { couponCode } from '../catalog/offer.ts'
import { collectionMethod } from '../customers/customer.ts'
import { ownCustomerId } from '../values/common.ts'
import {
  currency,
  customerId,
  id,
  idOrSlug,
  jsonObject,
  moneyAmount,
  slug,
  timestamp,
  timestampInput,
} from '../values/primitives.ts'

/** `incomplete` waits up to 23 hours for the first payment. */
export const subscriptionStatus = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
])

const quantities = z
  .record(z.string(), z.int())
  .meta({ description: 'Seats by feature slug.', examples: [{ seats: 5 }] })

export const quantitiesInput = z
  .record(slug, z.int().min(0).max(1_000_000_000))
  .refine((value) => Object.keys(value).length <= 100, { error: 'at most 100 features' })
  .meta({ description: 'Seats by feature slug. Default: the quantities of the plan.' })

/** An add-on, billed together with the subscription. */
export const subscriptionItem = z.object({
  id,
  planId: id,
  planName: z.string(),
  planVersion: z.int(),
  quantities,
  cancelAt: timestamp.nullable().meta({ description: 'When it ends.' }),
  createdAt: timestamp,
})

/** A change scheduled for the end of the period. */
export const pendingChange = z.object({
  planId: id,
  planName: z.string(),
  planVersion: z.int(),
  quantities,
  effectiveAt: timestamp,
})

export const subscriptionDiscount = z.object({
  couponId: id,
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOff: moneyAmount.nullable(),
  currency: currency.nullable(),
  endsAt: timestamp.nullable().meta({ description: 'null if it has no fixed end.' }),
})

export const subscription = z.object({
  id,
  customerId,
  planId: id,
  planName: z.string().meta({ description: 'The current name of the plan.' }),
  planVersion: z.int(),
  productId: id,
  status: subscriptionStatus,
  collectionMethod,
  quantities,
  items: z.array(subscriptionItem).meta({ description: 'Add-ons.' }),
  currentBillingPeriodStart: timestamp.nullable(),
  currentBillingPeriodEnd: timestamp
    .nullable()
    .meta({ description: 'null for a plan without an interval, and before the start.' }),
  billingAnchor: timestamp
    .nullable()
    .meta({ description: 'The date from which periods are counted; null before the start.' }),
  trialEndsAt: timestamp
    .nullable()
    .meta({ description: 'Kept after the trial; null if there was none.' }),
  cancelAt: timestamp
    .nullable()
    .meta({ description: 'When it is scheduled to end. It can be resumed until then.' }),
  canceledAt: timestamp.nullable().meta({ description: 'When it ended.' }),
  pendingChange: pendingChange.nullable(),
  discount: subscriptionDiscount.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Subscription = z.infer<typeof subscription>

/** Customers may not set terms that cost the merchant money. */
const merchantOnly = 'Secret key only: a portal token that sends it is refused with 403.'

export const createSubscriptionBody = z.strictObject({
  customerId: ownCustomerId,
  planId: idOrSlug.meta({ description: 'An active base plan.' }),
  quantities: quantitiesInput.optional(),
  couponCode: couponCode.optional(),
  trialDays: z
    .int()
    .min(0)
    .max(3_650)
    .optional()
    .meta({ description: `Replaces the plan's trial; 0 for none. ${merchantOnly}` }),
  billingAnchor: timestampInput.optional().meta({
    description: `The date from which later periods are counted; the first period is prorated. ${merchantOnly}`,
  }),
  startsAt: timestampInput.optional().meta({ description: `Default now. ${merchantOnly}` }),
  metadata: jsonObject.optional().meta({ description: merchantOnly }),
})
