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

/** `incomplete` waits for the card, for 23 hours. */
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
  .meta({ description: 'Seats by feature slug; left out, the plan says.' })

/** An add-on that is billed along with the subscription. */
export const subscriptionItem = z.object({
  id,
  planId: id,
  planName: z.string(),
  planVersion: z.int(),
  quantities,
  cancelAt: timestamp.nullable().meta({ description: 'When it ends by itself.' }),
  createdAt: timestamp,
})

/** A change that waits for the end of the period. */
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
  endsAt: timestamp.nullable().meta({ description: 'null while it has no known end.' }),
})

export const subscription = z.object({
  id,
  customerId,
  planId: id,
  planName: z.string().meta({ description: 'As the plan is called now.' }),
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
    .meta({ description: 'What periods are counted from; null before the start.' }),
  trialEndsAt: timestamp
    .nullable()
    .meta({ description: 'It stays after the trial; null when there was none.' }),
  cancelAt: timestamp
    .nullable()
    .meta({ description: 'When it ends by itself; it can be resumed until then.' }),
  canceledAt: timestamp.nullable().meta({ description: 'When it ended.' }),
  pendingChange: pendingChange.nullable(),
  discount: subscriptionDiscount.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Subscription = z.infer<typeof subscription>

/** Terms that cost the merchant money are not the customer's to set. */
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
    .meta({ description: `In place of the plan's trial; 0 for none. ${merchantOnly}` }),
  billingAnchor: timestampInput.optional().meta({
    description: `What later periods are counted from; the first is prorated. ${merchantOnly}`,
  }),
  startsAt: timestampInput.optional().meta({ description: `Default now. ${merchantOnly}` }),
  metadata: jsonObject.optional().meta({ description: merchantOnly }),
})
