import { z } from 'zod'
import { featureType } from '../catalog/metering.ts'
import { planEntitlement } from '../catalog/plan.ts'
import { billTotals, creditImpact } from '../payments/settlement.ts'
import { currency, id, idOrSlug, moneyAmount, slug, text, timestamp } from '../values/primitives.ts'
import { quantitiesInput } from './subscription.ts'

export const changeTiming = z.enum(['now', 'period_end'])
export const changeDirection = z.enum(['upgrade', 'downgrade', 'lateral'])

const changeFields = {
  planId: idOrSlug.meta({ description: 'The current plan if only quantities change.' }),
  quantities: quantitiesInput.optional().meta({
    description:
      'Seats by feature slug. If omitted, they stay as they are for features that the new plan also has.',
  }),
  when: changeTiming.optional().meta({
    description: 'Default: downgrades at the end of the period, all other changes now.',
  }),
}

export const previewSubscriptionChangeBody = z.strictObject(changeFields)

export const changeSubscriptionBody = z.strictObject({
  ...changeFields,
  previewToken: text().min(1).optional().meta({
    description: 'Charges exactly the previewed amount, or answers 409 if it is no longer correct.',
  }),
})

/** A credit for unused time on the old plan, or a charge for the new one. */
export const prorationLine = z.object({
  kind: z.enum(['credit', 'charge']),
  description: z.string(),
  planId: id,
  unitAmount: z.number().nullable(),
  quantity: z.number(),
  subtotal: moneyAmount.meta({ description: 'Negative for a credit.' }),
  periodStart: timestamp,
  periodEnd: timestamp,
})

export const entitlementChange = z.object({
  featureSlug: slug,
  type: featureType,
  change: z.enum(['added', 'removed', 'increased', 'decreased', 'changed']),
  before: planEntitlement.nullable(),
  after: planEntitlement.nullable(),
})

export const subscriptionChangePreview = z.object({
  subscriptionId: id,
  fromPlanId: id,
  toPlanId: id,
  direction: changeDirection,
  timing: changeTiming,
  effectiveAt: timestamp,
  currency,
  prorationLines: z.array(prorationLine).meta({
    description: 'Credits and charges for time. `total` also includes usage and pending lines.',
  }),
  ...billTotals,
  amountDue: moneyAmount.meta({
    description: 'Charged when the change takes effect; never negative.',
  }),
  nextBillingAt: timestamp.nullable().meta({
    description: 'null if the subscription ends before then, or if the plan does not recur.',
  }),
  nextAmount: moneyAmount.nullable().meta({ description: 'Next regular bill, before usage.' }),
  entitlementChanges: z.array(entitlementChange),
  creditImpacts: z.array(creditImpact).meta({ description: 'One for each wallet that changes.' }),
  previewToken: z
    .string()
    .meta({ description: 'Send it with the change to be charged exactly these amounts.' }),
  expiresAt: timestamp.meta({ description: 'When the token expires.' }),
})
