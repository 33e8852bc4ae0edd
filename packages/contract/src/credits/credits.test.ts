import { describe, expect, test } from 'vitest'
import { creditCurrency } from '../catalog/metering.ts'
import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import { autoTopUp, autoTopUpRuntime } from '../topups/index.ts'
import {
  captureReservationBody,
  createAdjustmentBody,
  createGrantBody,
  createReservationBody,
  creditAccount,
  creditGrant,
  creditStatsQuery,
  extendReservationBody,
  ledgerEntry,
  ledgerEntryReason,
  ledgerQuery,
} from './index.ts'

const currency = {
  id: 'cur_1',
  slug: 'ai-credits',
  name: 'AI credits',
  denomination: 'unit',
  minorUnitScale: 0,
}
const grant = {
  id: 'grt_1',
  creditAccountId: 'wal_1',
  customerId: 'acme',
  creditCurrencyId: 'cur_1',
  subscriptionId: 'sub_1',
  planId: 'plan_1',
  creditPackageId: null,
  sourceInvoiceId: null,
  amount: 1000,
  creditsRemaining: 987.5,
  priority: 0,
  description: null,
  expiresAt: EXAMPLE_TIME,
  voidedAt: null,
  metadata: { source: 'plan', trigger: 'renewal', periodKey: '2026-01' },
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
}
const rule = {
  enabled: true,
  threshold: 100,
  packageId: 'pkg_1',
  amount: null,
  monthlyChargeLimit: null,
}
const runtime = {
  lastFiredAt: EXAMPLE_TIME,
  lastFailedAt: null,
  consecutiveFailures: 0,
  totalFiresCount: 3,
  isPending: false,
  monthToDateCharge: 4500,
}

describeResource('credit currency', creditCurrency, currency, {
  required: 'id slug name denomination minorUnitScale',
})

describeResource(
  'credit account',
  creditAccount,
  {
    id: 'wal_1',
    customerId: 'acme',
    creditCurrencyId: 'cur_1',
    status: 'active',
    balance: -12.5,
    held: 0,
    currency,
    grants: [grant],
    autoTopup: rule,
    autoTopupRuntime: runtime,
    effectiveFundingMethod: 'charge_automatically',
  },
  {
    required:
      'id customerId creditCurrencyId status balance held grants autoTopup autoTopupRuntime',
    nullable: 'effectiveFundingMethod',
    optional: 'currency',
  },
)

describeResource('credit grant', creditGrant, grant, {
  required:
    'id creditAccountId customerId creditCurrencyId amount creditsRemaining priority metadata createdAt updatedAt',
  nullable: 'subscriptionId planId creditPackageId sourceInvoiceId description expiresAt voidedAt',
})

describeResource('auto-top-up config', autoTopUp, rule, {
  required: 'enabled threshold',
  nullable: 'packageId amount monthlyChargeLimit',
})

describeResource('auto-top-up runtime', autoTopUpRuntime, runtime, {
  required: 'consecutiveFailures totalFiresCount isPending monthToDateCharge',
  nullable: 'lastFiredAt lastFailedAt',
})

describeResource(
  'ledger entry',
  ledgerEntry,
  {
    id: 'led_1',
    customerId: 'acme',
    creditAccountId: 'wal_1',
    creditCurrencyId: 'cur_1',
    sequence: 7,
    type: 'DEBIT',
    reason: 'USAGE_DEDUCTION',
    amount: 12.5,
    balanceBefore: 1000,
    balanceAfter: 987.5,
    grantId: 'grt_1',
    reservationId: null,
    invoiceId: null,
    featureId: 'feat_1',
    usageEventId: 'evt_1',
    metadata: {},
    createdAt: EXAMPLE_TIME,
  },
  {
    required:
      'id customerId creditAccountId creditCurrencyId type reason amount balanceBefore balanceAfter metadata createdAt',
    nullable: 'grantId reservationId invoiceId featureId usageEventId',
  },
)

test('the ledger has the nineteen documented reasons', () => {
  expect(ledgerEntryReason.options).toHaveLength(19)
})

describe('ledger query', () => {
  test.each(['credit', 'CREDIT', 'Credit'])(
    'accepts the type %s in upper and lower case',
    (type) => {
      expect(ledgerQuery.parse({ type })).toEqual({ type: 'CREDIT' })
    },
  )

  test('reduces a limit that is too large, and requires no filter', () => {
    expect(ledgerQuery.parse({})).toEqual({})
    expect(ledgerQuery.parse({ limit: '1000' })).toEqual({ limit: 100 })
  })
})

describeRequest(
  'ledger query',
  ledgerQuery,
  [
    {
      customerId: 'acme',
      creditAccountId: 'wal_1',
      creditCurrencyId: 'ai-credits',
      featureId: 'feat_1',
      createdAfter: EXAMPLE_TIME,
      createdBefore: '2026-02-01T00:00:00+02:00',
      cursor: 'x',
    },
  ],
  [{ type: 'GRANT' }, { limit: '0' }, { createdAfter: '2026-01-31' }, { reason: 'GRANT' }],
)

describeRequest(
  'reservation',
  createReservationBody,
  [
    { customerId: 'acme', featureSlug: 'chat' },
    { customerId: 'acme', featureSlug: 'chat', quantity: 3, properties: { model: 'large' } },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 0.5, expiresInSeconds: 86_400 },
  ],
  [
    { customerId: 'acme' },
    { featureSlug: 'chat' },
    { customerId: 'acme', featureSlug: 'chat', amount: 5 },
    { customerId: 'acme', creditCurrencyId: 'cur_1' },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 0 },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 5, quantity: 1 },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 5, featureSlug: 'chat' },
    { customerId: 'acme', featureSlug: 'chat', expiresInSeconds: 86_401 },
    { customerId: 'acme', featureSlug: 'chat', typo: true },
  ],
)

test('a reservation lasts five minutes by default', () => {
  expect(createReservationBody.parse({ customerId: 'a', featureSlug: 'chat' })).toMatchObject({
    expiresInSeconds: 300,
  })
  expect(extendReservationBody.parse(undefined)).toEqual({ expiresInSeconds: 300 })
})

test('a capture is final by default', () => {
  expect(captureReservationBody.parse({ amount: 0 })).toEqual({ amount: 0, final: true })
})

describeRequest(
  'grant',
  createGrantBody,
  [
    { customerId: 'acme', creditCurrencyId: 'ai-credits', amount: 0.000000001 },
    {
      customerId: 'acme',
      creditCurrencyId: 'cur_1',
      amount: 5,
      reason: 'PROMO',
      expiresAt: EXAMPLE_TIME,
    },
  ],
  [
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 0 },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 1e-10 },
    { customerId: 'acme', creditCurrencyId: 'cur_1', amount: 5, reason: 'TOP_UP' },
    { creditCurrencyId: 'cur_1', amount: 5 },
  ],
)

describeRequest(
  'adjustment',
  createAdjustmentBody,
  [{ customerId: 'acme', creditCurrencyId: 'cur_1', amount: -0.5 }],
  [{ customerId: 'acme', creditCurrencyId: 'cur_1', amount: 0 }],
)

test('stats cover 30 days by default', () => {
  expect(creditStatsQuery.parse({ creditCurrencyId: 'cur_1' })).toMatchObject({ days: 30 })
  expect(creditStatsQuery.parse({ creditCurrencyId: 'cur_1', days: '7' })).toMatchObject({
    days: 7,
  })
  expect(creditStatsQuery.safeParse({ creditCurrencyId: 'cur_1', days: '367' }).success).toBe(false)
})
