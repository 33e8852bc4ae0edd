import { z } from 'zod'
import { creditCurrency } from '../catalog/metering.ts'
import { autoTopUp, autoTopUpRuntime, fundingMethod } from '../topups/autoTopUp.ts'
import {
  customerId,
  grantPriority,
  id,
  idOrSlug,
  jsonObject,
  positiveQuantity,
  quantity,
  text,
  timestamp,
  timestampInput,
} from '../values/primitives.ts'
import { ledgerEntry } from './ledger.ts'

export const creditGrant = z.object({
  id,
  creditAccountId: id,
  customerId,
  creditCurrencyId: id,
  subscriptionId: id.nullable(),
  planId: id.nullable(),
  creditPackageId: id.nullable(),
  sourceInvoiceId: id.nullable(),
  amount: z.number().meta({ description: 'Credits deposited.' }),
  creditsRemaining: z.number(),
  priority: z.int().meta({
    description: 'Lower numbers are spent first; equal priorities are spent oldest first.',
  }),
  description: z.string().nullable(),
  expiresAt: timestamp.nullable(),
  voidedAt: timestamp.nullable(),
  metadata: z.record(z.string(), z.unknown()).meta({
    description: 'May contain `source`, `trigger` and `periodKey`.',
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type CreditGrant = z.infer<typeof creditGrant>

export const creditAccountStatus = z.enum(['active', 'frozen', 'closed'])

/** A wallet. A customer has one per credit currency. */
export const creditAccount = z.object({
  id,
  customerId,
  creditCurrencyId: id,
  status: creditAccountStatus,
  balance: z.number().meta({ description: 'Available to spend; negative in overdraft.' }),
  held: z.number().meta({ description: 'Held by reservations and not included in `balance`.' }),
  currency: creditCurrency.optional(),
  grants: z
    .array(creditGrant)
    .meta({ description: 'Active grants, in the order in which they are spent.' }),
  autoTopup: autoTopUp,
  autoTopupRuntime: autoTopUpRuntime,
  effectiveFundingMethod: fundingMethod.nullable(),
})
export type CreditAccount = z.infer<typeof creditAccount>

export const createGrantBody = z.strictObject({
  customerId,
  creditCurrencyId: idOrSlug,
  amount: positiveQuantity.meta({ description: 'Minor units of the credit currency.' }),
  reason: z.enum(['GRANT', 'PROMO']).default('GRANT').meta({
    description: 'The reason in the ledger.',
  }),
  priority: grantPriority.optional(),
  description: text().nullable().optional(),
  expiresAt: timestampInput.nullable().optional().meta({ description: 'Must be in the future.' }),
  metadata: jsonObject.optional(),
})

export const createAdjustmentBody = z.strictObject({
  customerId,
  creditCurrencyId: idOrSlug,
  amount: quantity
    .refine((value) => value !== 0, { error: 'must not be zero' })
    .meta({ description: 'Positive adds credits, negative removes them.' }),
  description: text().nullable().optional(),
  metadata: jsonObject.optional(),
})

/**
 * A manual correction. Removing credits may affect several grants, each with its own ledger entry.
 */
export const adjustment = z.object({
  customerId,
  creditAccountId: id,
  creditCurrencyId: id,
  amount: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  entries: z.array(ledgerEntry),
})
