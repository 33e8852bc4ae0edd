import { act, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { records } from './interface/records.ts'
import { type HookName, type Page, usePage } from './interface/usePage.ts'

/**
 * Checks the client's part of the interface row by row. A customer with data of every kind opens a
 * page with every hook on it.
 */
let bench: PortalBench
let token: string
let page: { first: Page; now: { current: Page } }

beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane', { planId: 'pro' })
  const body = { customerId: 'jane', behaviour: 'success', isDefault: false }
  await bench.app.ok('attachSandboxPaymentMethod', { body })
  const events = ['picture', 'render'].map((eventName) => ({ customerId: 'jane', eventName }))
  await bench.app.ok('trackUsage', { body: { events } })
  token = await bench.tokenOf('jane')
  await bench.app.ok('topUp', { token, body: { creditCurrencyId: 'prepaid', amountCents: 500 } })
  await bench.app.ok('setAutoTopUp', {
    token,
    params: { customerId: 'jane', creditCurrencyId: 'prepaid' },
    body: { mode: 'amount', topupAmount: 500, threshold: 10 },
  })
  const session = await bench.app.ok<{ id: string }>('createCheckoutSession', {
    token,
    body: { purpose: 'credit_package', creditPackageId: 'pack', uiMode: 'embedded' },
  })
  let first: Page | null = null
  const { result } = bench.hook(
    () => {
      const now = usePage(session.id)
      first ??= now
      return now
    },
    { token },
  )
  await waitFor(() => {
    const waiting = Object.entries(result.current).filter(([, hook]) => isLoading(hook))
    expect(waiting.map(([name]) => name)).toEqual([])
  })
  await waitFor(() =>
    expect(result.current.usePaymentMethodDependencies.dependencies).not.toBeNull(),
  )
  page = { first: first as unknown as Page, now: result }
})
afterAll(() => bench.stop())

const isLoading = (hook: object): boolean => 'isLoading' in hook && hook.isLoading === true

const fieldOf = (hook: object, name: string): unknown => (hook as Record<string, unknown>)[name]

const list = expect.any(Array)
const number = expect.any(Number)
const record = expect.any(Object)

/** Hook, field, its value before the first read, and after it. */
const FIELDS: [HookName, string, unknown, unknown][] = [
  ['useCreditAccounts', 'accounts', [], list],
  ['useCreditCurrencies', 'currencies', [], list],
  ['useAutoTopUp', 'rule', null, record],
  ['useAutoTopUp', 'runtime', null, record],
  ['useAutoTopUp', 'effectiveFundingMethod', null, 'charge_automatically'],
  ['useAutoTopUp', 'currency', null, record],
  ['useAutoTopUp', 'denomination', null, 'usd'],
  ['useTopupHistory', 'attempts', [], list],
  ['useTopupHistory', 'nextCursor', null, null],
  ['useCreditLedger', 'entries', [], list],
  ['useCreditLedger', 'hasNextPage', false, false],
  ['useCreditLedger', 'isFetchingNextPage', false, false],
  ['usePaymentMethods', 'paymentMethods', [], list],
  ['usePaymentMethodDependencies', 'dependencies', null, record],
  ['useUsageMeter', 'meter', null, record],
  ['useUsageHistory', 'series', {}, { picture: list, render: list }],
  ['useUsageHistory', 'hasData', false, true],
  ['useCreditBurn', 'series', [], list],
  ['useCreditBurn', 'avgPerDay', 0, 1 / 30],
  ['useCreditBurn', 'windowSum', 0, 1],
  ['useCreditBurn', 'peak', 0, 1],
  ['useCreditBurn', 'days', 30, 30],
  ['useCreditBurn', 'hasBurn', false, true],
  ['usePricing', 'pricing', null, record],
  ['usePlans', 'plans', [], list],
  ['useProducts', 'products', [], list],
  ['useBranding', 'branding', null, record],
  ['useCheckoutPreview', 'preview', null, record],
  ['useCheckoutSession', 'status', 'pending', 'pending'],
  ['useCheckoutSession', 'data', null, record],
  [
    'useEntitlement',
    'entitlement',
    null,
    { type: 'boolean', access: true, featureSlug: 'export', featureName: 'Export' },
  ],
  ['useEntitlement', 'isFallback', false, false],
  ['useEntitlements', 'entitlements', {}, record],
  ['useEntitlements', 'list', [], list],
  ['useBooleanEntitlement', 'access', false, true],
  ['useMeteredEntitlement', 'access', false, true],
  ['useMeteredEntitlement', 'remaining', 0, 9],
  ['useMeteredEntitlement', 'usage', 0, 1],
  ['useMeteredEntitlement', 'limit', 0, 10],
  ['useMeteredEntitlement', 'percentage', 0, 10],
  ['useMeteredEntitlement', 'isUnlimited', false, false],
  ['useMeteredEntitlement', 'nextResetAt', null, '2026-02-15T12:00:00.000Z'],
  ['useCreditEntitlement', 'access', false, true],
  ['useCreditEntitlement', 'creditBalance', 0, 19],
  ['useConfigEntitlement', 'access', false, true],
  ['useConfigEntitlement', 'value', null, 5],
  ['useEnumEntitlement', 'access', false, true],
  ['useEnumEntitlement', 'enumValues', [], ['small', 'large']],
]

const VERBS: [HookName, string][] = [
  ['useTopUp', 'topUp'],
  ['useBuyCreditPackage', 'buyCreditPackage'],
  ['useAutoTopUp', 'set'],
  ['useAutoTopUp', 'disable'],
  ['useCreditLedger', 'fetchNextPage'],
  ['usePaymentMethods', 'setDefault'],
  ['usePaymentMethods', 'detach'],
  ['useSetupPaymentMethod', 'setupPaymentMethod'],
  ['useReplacePaymentMethod', 'replacePaymentMethod'],
  ['useCreateSubscription', 'createSubscription'],
  ['useCheckoutPreview', 'refresh'],
]

describe('every hook returns its fields, empty before the first read', () => {
  it.each(FIELDS)('%s: %s is %j, then %j', (hook, field, before, after) => {
    expect(fieldOf(page.first[hook], field)).toEqual(before)
    expect(fieldOf(page.now.current[hook], field)).toEqual(after)
  })

  it.each(VERBS)('%s has the verb %s', (hook, verb) => {
    expect(fieldOf(page.now.current[hook], verb)).toBeInstanceOf(Function)
  })

  it.each(hookNames())('%s reports whether it is loading or pending, and its error', (name) => {
    const hook = page.now.current[name] as unknown as Record<string, unknown>
    expect(hook.error).toBeNull()
    expect(hook.isLoading ?? hook.isPending).toBe(false)
    const first = page.first[name] as unknown as Record<string, unknown>
    const waits = name === 'usePaymentMethodDependencies'
    if ('isLoading' in first) expect(first.isLoading).toBe(!waits)
    if ('isLoading' in hook) expect(hook.refetch).toBeInstanceOf(Function)
    if ('isPending' in hook) expect(hook.reset).toBeInstanceOf(Function)
  })
})

function hookNames(): HookName[] {
  return [...new Set([...FIELDS, ...VERBS].map(([name]) => name))]
}

describe('every record has the fields of the interface', () => {
  it.each(records)('%s', (_name, find, fields) => {
    const found = find(page.now.current)
    expect(Object.keys(found ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('including metered values, with numbers as numbers', () => {
    expect(page.now.current.useEntitlements.entitlements.renders).toEqual({
      featureSlug: 'renders',
      featureName: 'Renders',
      type: 'metered',
      access: true,
      remaining: number,
      usage: number,
      limit: number,
      percentage: number,
      isUnlimited: false,
      nextResetAt: expect.any(String),
    })
  })
})

const kind = (outcome: unknown): unknown => (outcome as { kind?: unknown }).kind
const prepaid = { creditCurrencyId: 'prepaid', amountCents: 500 }

/** Verb, its arguments, and its result. */
const CALLS: [string, (page: Page) => Promise<unknown>, (result: unknown) => unknown, unknown][] = [
  [
    'topUp(creditCurrencyId, amountCents)',
    (p) => p.useTopUp.topUp(prepaid),
    kind,
    'charged_inline',
  ],
  [
    'topUp(forceForm)',
    (p) => p.useTopUp.topUp({ ...prepaid, forceForm: true }),
    kind,
    'requires_form',
  ],
  [
    'topUp(idempotencyKey)',
    (p) => p.useTopUp.topUp({ ...prepaid, idempotencyKey: 'key-1' }),
    () => bench.requests.find(({ idempotencyKey }) => idempotencyKey === 'key-1')?.status,
    200,
  ],
  [
    'buyCreditPackage(creditPackageId)',
    (p) => p.useBuyCreditPackage.buyCreditPackage({ creditPackageId: 'pack' }),
    kind,
    'charged_inline',
  ],
  [
    'buyCreditPackage(forceForm, idempotencyKey)',
    (p) =>
      p.useBuyCreditPackage.buyCreditPackage({
        creditPackageId: 'pack',
        forceForm: true,
        idempotencyKey: 'key-2',
      }),
    kind,
    'requires_form',
  ],
  [
    'set(mode amount, all fields)',
    (p) =>
      p.useAutoTopUp.set({
        mode: 'amount',
        topupAmount: 700,
        threshold: 20,
        monthlyChargeLimit: 9_000,
        enabled: true,
      }),
    (rule) => rule,
    { enabled: true, threshold: 20, packageId: null, amount: 700, monthlyChargeLimit: 9_000 },
  ],
  [
    'set(monthlyChargeLimit null clears)',
    (p) =>
      p.useAutoTopUp.set({
        mode: 'amount',
        topupAmount: 700,
        threshold: 20,
        monthlyChargeLimit: null,
      }),
    (rule) => (rule as { monthlyChargeLimit: unknown }).monthlyChargeLimit,
    null,
  ],
  ['disable()', (p) => p.useAutoTopUp.disable(), (nothing) => nothing, undefined],
  [
    'setupPaymentMethod()',
    (p) => p.useSetupPaymentMethod.setupPaymentMethod({ uiMode: 'embedded' }),
    (outcome) => (outcome as { client: { token: string } }).client.token.length > 10,
    true,
  ],
  [
    'createSubscription(planId)',
    (p) =>
      p.useCreateSubscription
        .createSubscription({ planId: 'max' })
        .catch((error: { code: string }) => error.code),
    (code) => code,
    'already_subscribed',
  ],
  [
    'replacePaymentMethod(old, new)',
    (p) => {
      const [one, two] = p.usePaymentMethods.paymentMethods
      const [from, to] = one?.isDefault ? [one, two] : [two, one]
      return p.useReplacePaymentMethod.replacePaymentMethod({
        oldPaymentMethodId: from?.id ?? '',
        newPaymentMethodId: to?.id ?? '',
      })
    },
    (result) => Object.keys(result as object).sort(),
    [
      'becameDefault',
      'clearedOldDefault',
      'customerId',
      'newPaymentMethodId',
      'oldPaymentMethodId',
    ],
  ],
]

describe('every verb accepts its inputs', () => {
  it.each(CALLS)('%s', async (_name, call, look, expected) => {
    expect(look(await act(() => call(page.now.current)))).toEqual(expected)
  })
})
