import { z } from 'zod'
import { creditCurrency } from '../catalog/metering.ts'
import { autoTopUp, autoTopUpRuntime, fundingMethod } from '../topups/autoTopUp.ts'
import {
  customerId,
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
  priority: z.int().meta({ description: 'Lower is spent first, then the oldest.' }),
  description: z.string().nullable(),
  expiresAt: timestamp.nullable(),
  voidedAt: timestamp.nullable(),
  metadata: z.record(z.string(), z.unknown()).meta({
    description: 'May carry `source`, `trigger` and `periodKey`.',
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type CreditGrant = z.infer<typeof creditGrant>

export const creditAccountStatus = z.enum(['active', 'frozen', 'closed'])

/** A wallet: one per customer and credit currency. */
export const creditAccount = z.object({
  id,
  customerId,
  creditCurrencyId: id,
  status: creditAccountStatus,
  balance: z.number().meta({ description: 'What can be spent now; negative in overdraft.' }),
  held: z.number().meta({ description: 'Reserved, and so no longer in `balance`.' }),
  currency: creditCurrency.optional(),
  grants: z.array(creditGrant).meta({ description: 'Active grants, in order of consumption.' }),
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
    description: 'How the ledger names it.',
  }),
  priority: z.int().min(0).max(1_000).optional().meta({ description: 'Lower is spent first.' }),
  description: text().nullable().optional(),
  expiresAt: timestampInput.nullable().optional().meta({ description: 'Must lie ahead.' }),
  metadata: jsonObject.optional(),
})

export const createAdjustmentBody = z.strictObject({
  customerId,
  creditCurrencyId: idOrSlug,
  amount: quantity
    .refine((value) => value !== 0, { error: 'must not be zero' })
    .meta({ description: 'Positive adds credits, negative takes them.' }),
  description: text().nullable().optional(),
  metadata: jsonObject.optional(),
})

/** A correction by hand; taking credits may touch several grants, each with its own row. */
export const adjustment = z.object({
  customerId,
  creditAccountId: id,
  creditCurrencyId: id,
  amount: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  entries: z.array(ledgerEntry),
})
