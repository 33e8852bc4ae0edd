import { z } from 'zod'
import { creditCurrency } from '../catalog/metering.ts'
import { collectionMethod } from '../customers/customer.ts'
import { positiveMoney } from '../values/common.ts'
import { id, idOrSlug, nonNegativeQuantity, timestamp } from '../values/primitives.ts'

/** How the next automatic top-up is paid: by an automatic charge or by invoice. */
export const fundingMethod = collectionMethod

export const autoTopUp = z.object({
  enabled: z.boolean(),
  threshold: z.number().meta({ description: 'The rule fires at or below this balance.' }),
  packageId: id
    .nullable()
    .meta({ description: 'Mode `package`: the package to buy each time the rule fires.' }),
  amount: z
    .number()
    .nullable()
    .meta({ description: 'Mode `amount`: the amount to add each time the rule fires.' }),
  monthlyChargeLimit: z
    .number()
    .nullable()
    .meta({ description: 'Maximum spend per calendar month; null means no limit.' }),
})
export type AutoTopUp = z.infer<typeof autoTopUp>

/** Derived from the log of top-up attempts. */
export const autoTopUpRuntime = z.object({
  lastFiredAt: timestamp.nullable(),
  lastFailedAt: timestamp.nullable(),
  consecutiveFailures: z.int(),
  totalFiresCount: z.int(),
  isPending: z.boolean(),
  monthToDateCharge: z.number(),
})

/** `rule` and `runtime` are null while the customer has no wallet in this currency. */
export const autoTopUpState = z.object({
  rule: autoTopUp.nullable(),
  runtime: autoTopUpRuntime.nullable(),
  effectiveFundingMethod: fundingMethod.nullable(),
  currency: creditCurrency,
  denomination: z.string(),
})

const ruleFields = {
  threshold: nonNegativeQuantity.meta({ description: 'Minor units of the wallet.' }),
  monthlyChargeLimit: positiveMoney.nullable().optional().meta({
    description:
      'Cap per calendar month in minor units. Null removes the cap; omit the field to keep it.',
  }),
  enabled: z
    .boolean()
    .default(true)
    .meta({ description: 'false saves the rule without activating it.' }),
}

/**
 * `package` is for `unit` wallets, `amount` for fiat wallets. The server checks the combination.
 */
export const setAutoTopUpBody = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('package'),
    creditPackageId: idOrSlug.meta({ description: 'The package to buy.' }),
    ...ruleFields,
  }),
  z.strictObject({
    mode: z.literal('amount'),
    topupAmount: positiveMoney.meta({
      description: 'Minor units to add each time the rule fires.',
    }),
    ...ruleFields,
  }),
])
