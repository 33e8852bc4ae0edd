import { z } from 'zod'
import { featureType } from '../catalog/metering.ts'
import { planEntitlement } from '../catalog/plan.ts'
import { billTotals, creditImpact } from '../payments/settlement.ts'
import { currency, id, idOrSlug, moneyAmount, slug, text, timestamp } from '../values/primitives.ts'
import { quantitiesInput } from './subscription.ts'

export const changeTiming = z.enum(['now', 'period_end'])
export const changeDirection = z.enum(['upgrade', 'downgrade', 'lateral'])

const changeFields = {
  planId: idOrSlug.meta({ description: 'The same plan when only quantities change.' }),
  quantities: quantitiesInput.optional().meta({
    description: 'Seats by feature slug; left out, they stay where the plan has them too.',
  }),
  when: changeTiming.optional().meta({
    description: 'Default: a downgrade at the end of the period, everything else now.',
  }),
}

export const previewSubscriptionChangeBody = z.strictObject(changeFields)

export const changeSubscriptionBody = z.strictObject({
  ...changeFields,
  previewToken: text().min(1).optional().meta({
    description: 'Charges exactly what was previewed, or answers 409 when that no longer holds.',
  }),
})

/** What is given back of the old plan, or asked for the new one. */
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
    description:
      'Time that is given back and charged; `total` has usage and pending lines besides.',
  }),
  ...billTotals,
  amountDue: moneyAmount.meta({ description: 'Charged when the change is made; never negative.' }),
  nextBillingAt: timestamp
    .nullable()
    .meta({ description: 'null when it ends before, or never ends.' }),
  nextAmount: moneyAmount.nullable().meta({ description: 'Next regular bill, before usage.' }),
  entitlementChanges: z.array(entitlementChange),
  creditImpacts: z.array(creditImpact).meta({ description: 'One for each wallet that changes.' }),
  previewToken: z
    .string()
    .meta({ description: 'Send it with the change to be charged what is shown here.' }),
  expiresAt: timestamp.meta({ description: 'Until when the token is honoured.' }),
})
