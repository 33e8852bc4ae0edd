import { z } from 'zod'
import { createdBetween, ownCustomerId, trailingDays, utcDay } from '../values/common.ts'
import { customerId, id, idOrSlug, pageQuery, timestamp } from '../values/primitives.ts'

export const ledgerEntryType = z.enum([
  'CREDIT',
  'DEBIT',
  'HOLD',
  'RELEASE',
  'EXPIRE',
  'ADJUSTMENT',
])

/** The complete list of reasons why a balance changes. */
export const ledgerEntryReason = z.enum([
  'GRANT',
  'PLAN_GRANT',
  'DRIP',
  'PROMO',
  'PACKAGE_PURCHASE',
  'TOP_UP',
  'AUTO_TOP_UP',
  'ROLLOVER',
  'USAGE_DEDUCTION',
  'RESERVATION_HOLD',
  'RESERVATION_RELEASE',
  'RESERVATION_CAPTURE',
  'EXPIRATION',
  'VOID',
  'REFUND',
  'INVOICE_PAYMENT',
  'OVERDRAFT_REPAYMENT',
  'MANUAL_ADJUSTMENT',
  'USAGE_REVERSAL',
])

export const ledgerEntry = z.object({
  id,
  customerId,
  creditAccountId: id,
  creditCurrencyId: id,
  sequence: z.int().meta({ description: 'Per wallet, from 1, without gaps.' }),
  type: ledgerEntryType,
  reason: ledgerEntryReason,
  amount: z.number().meta({ description: 'Signed for `ADJUSTMENT`, positive otherwise.' }),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  grantId: id.nullable(),
  reservationId: id.nullable(),
  invoiceId: id.nullable(),
  featureId: id.nullable(),
  usageEventId: id.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const ledgerQuery = z.strictObject({
  customerId: ownCustomerId,
  creditAccountId: id.optional(),
  creditCurrencyId: idOrSlug.optional(),
  type: z
    .string()
    .transform((value) => value.toUpperCase())
    .pipe(ledgerEntryType)
    .optional()
    .meta({
      description: '`credit`, `debit`, `hold`, `release`, `expire` or `adjustment`, in any case.',
    }),
  featureId: idOrSlug.optional().meta({ description: 'Only rows that this feature caused.' }),
  ...createdBetween,
  ...pageQuery,
})

/** Daily consumption of a credit currency. */
export const creditStats = z.object({
  creditCurrencyId: id,
  days: z.int(),
  series: z
    .array(z.object({ date: utcDay, consumed: z.number() }))
    .meta({ description: 'Oldest first, one entry per day.' }),
})

export const creditStatsQuery = z.strictObject({
  customerId: ownCustomerId,
  creditCurrencyId: idOrSlug,
  days: trailingDays,
})
