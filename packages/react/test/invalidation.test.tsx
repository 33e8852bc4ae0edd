import type { OperationOutput } from '@purser/contract/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { drainJobs } from '../../server/test/harness/app/drainJobs.ts'
import { invalidations, type MutationName } from '../src/client/invalidations.ts'
import type { QueryFamily } from '../src/client/queryKey.ts'
import {
  useAutoTopUp,
  useBuyCreditPackage,
  useCancelSubscription,
  useCreateCheckoutSession,
  useCreateSubscription,
  useInvoicePdf,
  usePayInvoice,
  usePaymentMethods,
  useReplacePaymentMethod,
  useResumeSubscription,
  useSetupPaymentMethod,
  useTopUp,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { isSettled, readings, useEverything } from './harness/useEverything.ts'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
})
afterEach(() => cleanup())
afterAll(() => bench.stop())

/** Patterns that match the reads of each family. */
const READS: Record<QueryFamily, RegExp> = {
  autoTopUp: /^GET .*\/auto-topup\//,
  branding: /^GET \/v1\/branding/,
  changePreview: /\/change\/preview$/,
  checkoutPage: /GET .*sessions\/.*\/page/,
  checkoutPreview: /\/checkout\/sessions\/preview$/,
  checkoutSession: /\/checkout\/sessions\/.*\/status$/,
  creditAccounts: /\/credit-accounts/,
  creditBurn: /\/credits\/stats/,
  creditCurrencies: /\/credits\/currencies/,
  creditLedger: /\/credits\/ledger/,
  customer: /^GET \/v1\/customers\/[^/]+$/,
  entitlements: /\/entitlements$/,
  invoices: /^GET \/v1\/invoices/,
  paymentMethods: /^GET \/v1\/payment-methods/,
  plans: /^GET \/v1\/plans/,
  pricing: /^GET \/v1\/public\/pricing/,
  products: /^GET \/v1\/products/,
  subscriptions: /^GET \/v1\/subscriptions/,
  topupHistory: /\/credits\/topup-attempts/,
  usageHistory: /\/usage\/aggregate/,
  usageMeter: /^GET \/v1\/usage\?/,
}

function useVerbs() {
  return {
    topUp: useTopUp(),
    buy: useBuyCreditPackage(),
    rule: useAutoTopUp('prepaid'),
    methods: usePaymentMethods(),
    setup: useSetupPaymentMethod(),
    replace: useReplacePaymentMethod(),
    subscribe: useCreateSubscription(),
    cancel: useCancelSubscription(),
    resume: useResumeSubscription(),
    pay: usePayInvoice(),
    checkout: useCreateCheckoutSession(),
    pdf: useInvoicePdf(),
  }
}

type Page = { verbs: ReturnType<typeof useVerbs>; reads: ReturnType<typeof useEverything> }

interface Case {
  customer?: Parameters<PortalBench['signUp']>[1]
  /** Runs on the server before the page opens. */
  before?: (customerId: string) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const ten = { creditCurrencyId: 'prepaid', amountCents: 1_000 }
const rule = { mode: 'amount', topupAmount: 500, threshold: 100 } as const
const subscribed = { planId: 'pro' }

const addCard = (customerId: string) =>
  bench.app.ok('attachSandboxPaymentMethod', {
    body: { customerId, behaviour: 'success', isDefault: false },
  })
const setRule = (customerId: string) =>
  bench.app.ok('setAutoTopUp', { params: { customerId, creditCurrencyId: 'prepaid' }, body: rule })
const methodId = ({ reads }: Page, isDefault: boolean) =>
  reads.paymentMethods.paymentMethods.find((method) => method.isDefault === isDefault)?.id ?? ''
const subscriptionId = ({ reads }: Page) => reads.subscriptions.subscriptions[0]?.id ?? ''

const CASES: Record<Exclude<MutationName, 'completeCheckout' | 'openCheckoutForm'>, Case> = {
  topUp: { act: ({ verbs }) => verbs.topUp.topUp(ten) },
  buyCreditPackage: { act: ({ verbs }) => verbs.buy.buyCreditPackage({ creditPackageId: 'pack' }) },
  setAutoTopUp: { act: ({ verbs }) => verbs.rule.set(rule) },
  disableAutoTopUp: { before: setRule, act: ({ verbs }) => verbs.rule.disable() },
  setDefaultPaymentMethod: {
    before: addCard,
    act: (page) => page.verbs.methods.setDefault(methodId(page, false)),
  },
  detachPaymentMethod: {
    before: addCard,
    act: (page) => page.verbs.methods.detach(methodId(page, false)),
  },
  setupPaymentMethod: { act: ({ verbs }) => verbs.setup.setupPaymentMethod() },
  replacePaymentMethod: {
    customer: subscribed,
    before: addCard,
    act: (page) =>
      page.verbs.replace.replacePaymentMethod({
        oldPaymentMethodId: methodId(page, true),
        newPaymentMethodId: methodId(page, false),
      }),
  },
  createSubscription: { act: ({ verbs }) => verbs.subscribe.createSubscription({ planId: 'pro' }) },
  changeSubscription: {
    customer: subscribed,
    act: ({ reads }) => reads.change.changeSubscription(),
  },
  cancelSubscription: {
    customer: subscribed,
    act: (page) =>
      page.verbs.cancel.cancelSubscription({ subscriptionId: subscriptionId(page), when: 'now' }),
  },
  resumeSubscription: {
    customer: subscribed,
    before: async (customerId) => {
      const query = { customerId }
      const { data } = await bench.app.ok<OperationOutput<'listSubscriptions'>>(
        'listSubscriptions',
        { query },
      )
      await bench.app.ok('cancelSubscription', { params: { id: data[0]?.id ?? '' }, body: {} })
    },
    act: (page) => page.verbs.resume.resumeSubscription({ subscriptionId: subscriptionId(page) }),
  },
  payInvoice: {
    customer: { kind: 'slg', planId: 'pro' },
    act: ({ verbs, reads }) =>
      verbs.pay.payInvoice({ invoiceId: reads.invoices.invoices[0]?.id ?? '' }),
  },
  createCheckoutSession: {
    customer: { kind: 'slg' },
    act: ({ verbs }) =>
      verbs.checkout.createCheckoutSession({
        purpose: 'subscription',
        planId: 'pro',
        uiMode: 'embedded',
      }),
  },
  fetchInvoicePdf: {
    customer: subscribed,
    act: ({ verbs, reads }) => verbs.pdf.fetchInvoicePdf(reads.invoices.invoices[0]?.id ?? ''),
  },
}

const open = async (token: string, session: string | null = null) => {
  const { result } = bench.hook(() => ({ verbs: useVerbs(), reads: useEverything(session) }), {
    token,
  })
  await waitFor(() => expect(isSettled(result.current.reads)).toBe(true))
  return result
}

/** Waits until the page shows the same data as a page that is opened now. */
async function expectFresh(result: { current: Page }, token: string): Promise<void> {
  const { current: fresh } = await open(token)
  await waitFor(() => expect(readings(result.current.reads)).toEqual(readings(fresh.reads)))
}

describe('each write refetches everything that it can change', () => {
  it.each(Object.entries(CASES))('%s', async (name, { customer = {}, before, act: run }) => {
    const customerId = `after-${name}`
    const token = await bench.signUp(customerId, customer)
    await before?.(customerId)
    const result = await open(token)
    const earlier = readings(result.current.reads)
    bench.requests.length = 0
    await act(() => run(result.current))
    for (const family of invalidations[name as MutationName]) {
      // Without a running subscription, there is no change to preview.
      if (family === 'changePreview' && customer.planId === undefined) continue
      if (family === 'changePreview' && name === 'cancelSubscription') continue
      await waitFor(() => expect(bench.asked(READS[family]), family).not.toEqual([]))
    }
    await expectFresh(result, token)
    const changes = !/^(setupPaymentMethod|fetchInvoicePdf)$/.test(name)
    if (changes) expect(readings(result.current.reads)).not.toEqual(earlier)
  })

  it('the completion of a checkout elsewhere', async () => {
    const token = await bench.signUp('after-checkout', { card: null })
    const session = await bench.app.ok<OperationOutput<'createCheckoutSession'>>(
      'createCheckoutSession',
      {
        token,
        body: { purpose: 'subscription', planId: 'pro', uiMode: 'embedded' },
      },
    )
    const result = await open(token, session.id)
    expect(result.current.reads.session).toMatchObject({ status: 'pending', error: null })
    bench.requests.length = 0
    const confirmed = await fetch(`${bench.app.url}/sandbox/intents/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        clientSecret: session.client?.token,
        behaviour: 'success',
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: 2040,
      }),
    })
    expect(confirmed.status).toBe(200)
    await drainJobs(bench.app)
    await waitFor(() => expect(result.current.reads.session.status).toBe('completed'))
    expect(result.current.reads.session.data?.subscriptionId).toMatch(/^sub_/)
    for (const family of invalidations.completeCheckout) {
      await waitFor(() => expect(bench.asked(READS[family]), family).not.toEqual([]))
    }
    await expectFresh(result, token)
    expect(result.current.reads.subscriptions.subscriptions[0]?.status).toBe('active')
    const polls = bench.asked(READS.checkoutSession).length
    expect(polls).toBeLessThan(15)
  })
})
