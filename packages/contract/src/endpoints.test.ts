import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpointGroups, endpoints } from './endpoints.ts'

const all: [string, Endpoint][] = Object.entries(endpoints)
const withoutNames = (path: string) => path.replace(/:\w+/g, ':')
const signature = ({ method, path }: Endpoint) => `${method} ${withoutNames(path)}`

const crud = (path: string) => [
  `POST /v1/${path}`,
  `GET /v1/${path}`,
  `GET /v1/${path}/:id`,
  `PATCH /v1/${path}/:id`,
  `POST /v1/${path}/:id/archive`,
]

/** Written by hand from the specification of the API. Parameters may have other names. */
const documentedRoutes = [
  // check and track
  'POST /v1/check',
  'POST /v1/usage/track',
  'POST /v1/customers/:id/check',
  'POST /v1/customers/:id/check/batch',
  // reads of the client packages
  'GET /v1/plans',
  'GET /v1/products',
  'GET /v1/public/pricing/:productId',
  'GET /v1/branding',
  'GET /v1/usage',
  'GET /v1/usage/aggregate',
  'GET /v1/credits/stats',
  'GET /v1/invoices',
  'GET /v1/invoices/:id',
  'GET /v1/checkout/sessions/:id/status',
  // purchases and onboarding
  'POST /v1/subscriptions',
  'POST /v1/invoices/:id/pay',
  'POST /v1/checkout/sessions/preview',
  'POST /v1/products',
  'POST /v1/plans',
  'POST /v1/onboarding',
  'GET /v1/onboarding/:id',
  'POST /v1/onboarding/stream',
  'GET /v1/onboarding/:id/stream',
  'POST /v1/onboarding/:id/apply',
  // portal sessions, catalog and customers
  'POST /v1/portal/sessions',
  ...crud('products'),
  ...crud('credit-currencies'),
  ...crud('metrics'),
  ...crud('features'),
  ...crud('tiers'),
  ...crud('plans'),
  ...crud('credit-packages'),
  ...crud('coupons'),
  'GET /v1/catalog',
  'PUT /v1/catalog',
  'PUT /v1/customers/:id',
  'GET /v1/customers/:id',
  'GET /v1/customers',
  'DELETE /v1/customers/:id',
  'PUT /v1/customers/:id/entitlements/:featureSlug',
  // credits
  'POST /v1/credits/reservations',
  'POST /v1/credits/reservations/:id/extend',
  'POST /v1/credits/reservations/:id/capture',
  'POST /v1/credits/reservations/:id/release',
  'POST /v1/credits/grants',
  'POST /v1/credits/grants/:id/void',
  'POST /v1/credits/adjustments',
  // usage and entitlements
  'POST /v1/usage/events/:id/reverse',
  'GET /v1/usage/events',
  'GET /v1/customers/:id/entitlements',
  // top-ups and wallets
  'POST /v1/credits/topups',
  'POST /v1/credits/packages/:id/purchase',
  'GET /v1/customers/:id/auto-topup/:creditCurrencyId',
  'PUT /v1/customers/:id/auto-topup/:creditCurrencyId',
  'POST /v1/customers/:id/auto-topup/:creditCurrencyId/disable',
  'GET /v1/credits/topup-attempts',
  'GET /v1/credits/ledger',
  'GET /v1/customers/:id/credit-accounts',
  'GET /v1/credits/currencies',
  // payments
  'GET /v1/payment-methods',
  'POST /v1/payment-methods/:id/default',
  'DELETE /v1/payment-methods/:id',
  'GET /v1/payment-methods/:id/dependencies',
  'POST /v1/payment-methods/setup',
  'POST /v1/payment-methods/replace',
  'POST /v1/payments/:id/refund',
  'GET /v1/organization/payment-provider',
  'PUT /v1/organization/payment-provider',
  'POST /v1/webhooks/:provider/:environmentId',
  'POST /v1/sandbox/payment-methods',
  'PUT /v1/sandbox/faults',
  'GET /v1/sandbox/book',
  // subscriptions, invoices, checkout and test clocks
  'POST /v1/subscriptions/:id/change/preview',
  'POST /v1/subscriptions/:id/change',
  'POST /v1/subscriptions/:id/cancel',
  'POST /v1/subscriptions/:id/resume',
  'POST /v1/subscriptions/:id/pause',
  'GET /v1/invoices/:id/pdf',
  'POST /v1/checkout/sessions',
  'POST /v1/test-clocks',
  'POST /v1/test-clocks/:id/advance',
  // promotion and webhooks
  'POST /v1/catalog/promote',
  'POST /v1/webhook-endpoints',
  'GET /v1/webhook-endpoints',
  'PATCH /v1/webhook-endpoints/:id',
  'DELETE /v1/webhook-endpoints/:id',
  'GET /v1/webhook-messages',
  'POST /v1/webhook-messages/:id/replay',
]

test.each([...new Set(documentedRoutes)])('%s is in the table', (route) => {
  expect(all.map(([, endpoint]) => signature(endpoint))).toContain(withoutNames(route))
})

test('no two operations share a name', () => {
  expect(endpointGroups.flatMap((group) => Object.keys(group)).toSorted()).toEqual(
    Object.keys(endpoints).toSorted(),
  )
})

test('no two operations share a method and path', () => {
  const signatures = all.map(([, endpoint]) => signature(endpoint))
  expect(new Set(signatures).size).toBe(signatures.length)
})

describe.each(all)('%s', (_name, endpoint) => {
  test('has a path that matches its parameters', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named)
    if (/^\/v1\/customers\/:/.test(endpoint.path)) expect(named[0]).toBe('customerId')
  })

  test('refuses unknown fields', () => {
    for (const schema of [endpoint.query, endpoint.body]) {
      if (!schema || schema instanceof z.ZodUnknown) continue
      const issues = schema.safeParse({ surelyNoSuchField: 1 }).error?.issues ?? []
      // A union reports the missing discriminator first; its variants have their own tests.
      expect(
        issues.some(({ code }) => code === 'unrecognized_keys' || code === 'invalid_union'),
      ).toBe(true)
    }
  })

  test('has schemas that can be printed as JSON Schema', () => {
    const options = { unrepresentable: 'any' } as const
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      if (schema) expect(z.toJSONSchema(schema, { ...options, io: 'input' })).toBeTypeOf('object')
    }
    expect(z.toJSONSchema(endpoint.response, { ...options, io: 'output' })).toBeTypeOf('object')
  })

  test('has no body if it is a read, and has one if it is a PUT or PATCH', () => {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
    if (endpoint.method === 'PUT' || endpoint.method === 'PATCH') {
      expect(endpoint.body).toBeDefined()
    }
  })
})

/** The catalog is returned as a document that can be sent back, and a PDF is bytes. */
const notJson = ['getCatalog', 'getInvoicePdf']

test.each(all.filter(([name]) => !notJson.includes(name)))(
  '%s returns its schema without transforms',
  (_name, endpoint) => {
    expect(() => z.toJSONSchema(endpoint.response, { io: 'output' })).not.toThrow()
  },
)

describe('the table of callers', () => {
  const callable = (caller: Endpoint['callers'][number]) =>
    all.filter(([, endpoint]) => endpoint.callers.includes(caller)).map(([name]) => name)

  test('lets a full key call everything except provider webhooks and page-only endpoints', () => {
    const closed = all.filter(([, endpoint]) => !endpoint.callers.includes('full'))
    expect(closed.map(([name]) => name).toSorted()).toEqual([
      'getCheckoutPage',
      'openCheckoutForm',
      'receiveProviderWebhook',
    ])
    expect(callable('anyone')).toEqual(['receiveProviderWebhook'])
  })

  test('never lets a portal customer track, grant, reserve or change the catalog', () => {
    const writes = callable('portal').filter((name) =>
      /Usage$|Event$|Grant|Reservation|Adjustment|Override|Catalog|Sandbox|Clock|Webhook/.test(
        name,
      ),
    )
    expect(writes).toEqual([])
  })

  test('lets a portal token call everything that the client layer needs', () => {
    expect(callable('portal')).toEqual(
      expect.arrayContaining([
        'listCreditAccounts',
        'listActiveCreditCurrencies',
        'topUp',
        'buyCreditPackage',
        'getAutoTopUp',
        'setAutoTopUp',
        'disableAutoTopUp',
        'listTopUpAttempts',
        'listLedgerEntries',
        'listPaymentMethods',
        'setDefaultPaymentMethod',
        'detachPaymentMethod',
        'getPaymentMethodDependencies',
        'setupPaymentMethod',
        'replacePaymentMethod',
        'createSubscription',
        'listSubscriptions',
        'getUsageMeter',
        'getUsageAggregate',
        'getCreditStats',
        'getPublicPricing',
        'listPlans',
        'listProducts',
        'getBranding',
        'previewCheckout',
        'createCheckoutSession',
        'getCheckoutSessionStatus',
        'checkCustomer',
        'checkCustomerBatch',
        'listCustomerEntitlements',
        'listInvoices',
        'getInvoice',
        'payInvoice',
      ]),
    )
  })

  test('lets a runtime key only check, track and reserve', () => {
    expect(callable('runtime').toSorted()).toEqual([
      'captureReservation',
      'check',
      'checkCustomer',
      'checkCustomerBatch',
      'createReservation',
      'extendReservation',
      'getReservation',
      'listCustomerEntitlements',
      'releaseReservation',
      'trackUsage',
    ])
  })

  test('lets a publishable key only read public data', () => {
    expect(callable('publishable').toSorted()).toEqual([
      'getBranding',
      'getPublicPricing',
      'listPlans',
      'listProducts',
    ])
  })

  test('lets a page token only read and pay what the page shows', () => {
    expect(callable('page').toSorted()).toEqual([
      'getBranding',
      'getCheckoutPage',
      'getCheckoutSessionStatus',
      'getInvoice',
      'getInvoicePage',
      'getInvoicePdf',
      'openCheckoutForm',
      'payInvoice',
    ])
  })

  test('does not require customers to send their own ids', () => {
    for (const name of [...callable('portal'), ...callable('page')]) {
      const endpoint = all.find(([other]) => other === name)?.[1]
      for (const schema of [endpoint?.query, endpoint?.body]) {
        const paths = schema?.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? []
        expect(paths).not.toContain('customerId')
      }
    }
  })
})
