import { expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import {
  autoTopUpState,
  buyCreditPackageBody,
  setAutoTopUpBody,
  topUpAttempt,
  topUpAttemptQuery,
  topUpBody,
} from './index.ts'

describeResource(
  'top-up attempt',
  topUpAttempt,
  {
    id: 'att_1',
    customerId: 'acme',
    creditAccountId: 'wal_1',
    creditCurrencyId: 'cur_1',
    status: 'failed',
    triggerSource: 'sweeper_replay',
    fundingMethod: 'send_invoice',
    amount: 1000,
    chargeAmount: 900,
    balanceAtFire: 20,
    thresholdAtFire: 100,
    grantId: null,
    invoiceId: 'inv_1',
    paymentId: 'pay_1',
    errorCode: 'card_declined',
    errorMessage: 'Your card was declined.',
    skipReason: 'backoff',
    createdAt: EXAMPLE_TIME,
    completedAt: EXAMPLE_TIME,
  },
  {
    required:
      'id customerId creditAccountId creditCurrencyId status triggerSource fundingMethod balanceAtFire thresholdAtFire createdAt',
    nullable: 'grantId completedAt',
    optional: 'amount chargeAmount invoiceId paymentId errorCode errorMessage skipReason',
  },
)

describeResource(
  'auto-top-up read',
  autoTopUpState,
  {
    rule: null,
    runtime: null,
    effectiveFundingMethod: null,
    currency: { id: 'cur_1', slug: 'usd', name: 'Dollars', denomination: 'usd', minorUnitScale: 2 },
    denomination: 'usd',
  },
  { required: 'currency denomination', nullable: 'rule runtime effectiveFundingMethod' },
)

describeRequest(
  'auto-top-up set',
  setAutoTopUpBody,
  [
    { mode: 'package', creditPackageId: 'pkg_1', threshold: 0 },
    { mode: 'amount', topupAmount: 2000, threshold: 500, monthlyChargeLimit: null, enabled: false },
    { mode: 'amount', topupAmount: 2000, threshold: 0.5, monthlyChargeLimit: 10_000 },
  ],
  [
    { creditPackageId: 'pkg_1', threshold: 0 },
    { mode: 'both', threshold: 0 },
    { mode: 'package', threshold: 0 },
    { mode: 'package', topupAmount: 2000, threshold: 0 },
    { mode: 'amount', topupAmount: 2000 },
    { mode: 'amount', topupAmount: 0, threshold: 0 },
    { mode: 'amount', topupAmount: 20.5, threshold: 0 },
    { mode: 'amount', topupAmount: 2000, threshold: -1 },
  ],
)

test('a rule is enabled by default', () => {
  expect(
    setAutoTopUpBody.parse({ mode: 'package', creditPackageId: 'pkg_1', threshold: 0 }),
  ).toMatchObject({ enabled: true })
})

describeRequest(
  'top-up',
  topUpBody,
  [
    { creditCurrencyId: 'usd', amountCents: 1 },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amountCents: 2000, forceForm: true },
  ],
  [
    { amountCents: 2000 },
    { creditCurrencyId: 'usd' },
    { creditCurrencyId: 'usd', amountCents: 0 },
    { creditCurrencyId: 'usd', amountCents: -5 },
    { creditCurrencyId: 'usd', amountCents: 0.5 },
    { creditCurrencyId: 'usd', amountCents: 5, idempotencyKey: 'goes in the header' },
  ],
)

test('a package can be bought without a body in the portal', () => {
  expect(buyCreditPackageBody.parse(undefined)).toEqual({ forceForm: false })
})

describeRequest(
  'top-up history',
  topUpAttemptQuery,
  [{}, { currencyId: 'usd', status: 'skipped', triggerSource: 'auto', limit: '500', cursor: 'x' }],
  [{ status: 'unknown' }, { triggerSource: 'AUTO' }, { limit: 'many' }],
)
