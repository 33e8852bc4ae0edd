import { z } from 'zod'
import { customerReads, customerWrites, type EndpointGroup } from '../endpoint.ts'
import { settlementOutcome } from '../payments/settlement.ts'
import { ownCustomerId, positiveMoney } from '../values/common.ts'
import { customerId, id, idOrSlug, page, pageQuery, timestamp } from '../values/primitives.ts'
import { autoTopUp, autoTopUpState, fundingMethod, setAutoTopUpBody } from './autoTopUp.ts'

export const topUpStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped'])
export const topUpTrigger = z.enum(['auto', 'manual', 'sweeper_replay'])
export const skipReason = z.enum([
  'monthly_limit',
  'already_pending',
  'backoff',
  'no_payment_method',
  'disabled',
])

/** One row of the append-only log of all manual, automatic and replayed attempts. */
export const topUpAttempt = z.object({
  id,
  customerId,
  creditAccountId: id,
  creditCurrencyId: id,
  status: topUpStatus,
  triggerSource: topUpTrigger,
  fundingMethod,
  amount: z.number().optional().meta({ description: 'Credits to deposit.' }),
  chargeAmount: z.number().optional().meta({ description: 'Their price in minor units.' }),
  balanceAtFire: z.number(),
  thresholdAtFire: z.number(),
  grantId: id.nullable(),
  invoiceId: id.optional(),
  paymentId: id.optional(),
  errorCode: z.string().optional(),
  errorMessage: z.string().optional(),
  skipReason: skipReason.optional(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
})
export type TopUpAttempt = z.infer<typeof topUpAttempt>

const forceForm = z.boolean().default(false).meta({
  description: 'Show the payment form even when a method is on file.',
})

export const topUpBody = z.strictObject({
  customerId: ownCustomerId,
  creditCurrencyId: idOrSlug.meta({
    description: 'A fiat credit currency. `unit` wallets are filled by packages.',
  }),
  amountCents: positiveMoney.meta({ description: 'Minor units of the wallet.' }),
  forceForm,
})

export const buyCreditPackageBody = z
  .strictObject({ customerId: ownCustomerId, forceForm })
  .prefault({})

export const topUpAttemptQuery = z.strictObject({
  customerId: ownCustomerId,
  currencyId: idOrSlug.optional(),
  status: topUpStatus.optional(),
  triggerSource: topUpTrigger.optional(),
  ...pageQuery,
})

const autoTopUpParams = z.object({ customerId, creditCurrencyId: idOrSlug })

export const topUpEndpoints = {
  topUp: {
    method: 'POST',
    path: '/v1/credits/topups',
    summary: 'Add money to a prepaid wallet',
    callers: customerWrites,
    body: topUpBody,
    response: settlementOutcome,
    errors: ['not_found', 'TOPUP_REQUIRES_PM', 'card_declined', 'authentication_required'],
  },
  buyCreditPackage: {
    method: 'POST',
    path: '/v1/credits/packages/:id/purchase',
    summary: 'Buy a credit package',
    callers: customerWrites,
    params: z.object({ id: idOrSlug }),
    body: buyCreditPackageBody,
    response: settlementOutcome,
    errors: [
      'not_found',
      'invalid_state',
      'PACKAGE_REQUIRES_PM',
      'card_declined',
      'authentication_required',
    ],
  },
  listTopUpAttempts: {
    method: 'GET',
    path: '/v1/credits/topup-attempts',
    summary: 'List all top-up attempts, newest first',
    callers: customerReads,
    query: topUpAttemptQuery,
    response: page(topUpAttempt),
  },
  getAutoTopUp: {
    method: 'GET',
    path: '/v1/customers/:customerId/auto-topup/:creditCurrencyId',
    summary: 'Read the auto-top-up rule of a wallet and its state',
    callers: customerReads,
    params: autoTopUpParams,
    response: autoTopUpState,
    errors: ['not_found'],
  },
  setAutoTopUp: {
    method: 'PUT',
    path: '/v1/customers/:customerId/auto-topup/:creditCurrencyId',
    summary: 'Set the auto-top-up rule of a wallet; creates the wallet if necessary',
    callers: customerWrites,
    params: autoTopUpParams,
    body: setAutoTopUpBody,
    response: autoTopUp,
    errors: ['not_found', 'auto_topup_mode_mismatch'],
  },
  disableAutoTopUp: {
    method: 'POST',
    path: '/v1/customers/:customerId/auto-topup/:creditCurrencyId/disable',
    summary: 'Disable the auto-top-up rule but keep its settings',
    callers: customerWrites,
    params: autoTopUpParams,
    response: autoTopUp,
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
