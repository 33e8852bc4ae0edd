import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type SettlementCallbacks,
  useBuyCreditPackage,
  useChangeSubscription,
  useCreateSubscription,
  useInvoices,
  usePayInvoice,
  useSetupPaymentMethod,
  useSubscriptions,
  useTopUp,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

let customers = 0
const signUp = (options?: Parameters<PortalBench['signUp']>[1]) => {
  customers += 1
  return bench.signUp(`customer-${customers}`, options)
}

/** One callback per outcome, all writing to one list. */
function listen() {
  const notices: [string, string][] = []
  const note = (name: string) => (outcome: { kind: string }) => {
    notices.push([name, outcome.kind])
  }
  const callbacks: Required<SettlementCallbacks> = {
    onChargedInline: note('onChargedInline'),
    onInvoiceAdded: note('onInvoiceAdded'),
    onRequiresForm: note('onRequiresForm'),
    onNoAction: note('onNoAction'),
    onCreated: note('onCreated'),
    onDeferred: note('onDeferred'),
    onProcessing: note('onProcessing'),
  }
  return { notices, callbacks }
}

const ten = { creditCurrencyId: 'prepaid', amountCents: 1_000 }

describe('each outcome has its callback, on the hook and on the call', () => {
  it('charged_inline: a top-up with a card on file', async () => {
    const hook = listen()
    const call = listen()
    const { result } = bench.hook(() => useTopUp(hook.callbacks), { token: await signUp() })
    const outcome = await act(() => result.current.topUp(ten, call.callbacks))
    expect(outcome).toMatchObject({ kind: 'charged_inline', amount: 1_000 })
    expect(hook.notices).toEqual([['onChargedInline', 'charged_inline']])
    expect(call.notices).toEqual(hook.notices)
  })

  it('invoice_added: a package for a customer who pays by invoice', async () => {
    const { notices, callbacks } = listen()
    const token = await signUp({ kind: 'slg', card: null })
    const { result } = bench.hook(() => useBuyCreditPackage(callbacks), { token })
    const outcome = await act(() => result.current.buyCreditPackage({ creditPackageId: 'pack' }))
    expect(outcome).toMatchObject({ kind: 'invoice_added', lineAmount: 900 })
    expect(notices).toEqual([['onInvoiceAdded', 'invoice_added']])
  })

  it('requires_form: a requested form, or the setup of a method', async () => {
    const { notices, callbacks } = listen()
    const { result } = bench.hook(
      () => ({ ...useTopUp(callbacks), ...useSetupPaymentMethod(callbacks) }),
      { token: await signUp() },
    )
    await act(() => result.current.topUp({ ...ten, forceForm: true }))
    const setup = await act(() => result.current.setupPaymentMethod())
    expect(setup.client.token).toMatch(/secret/)
    const hosted = await act(() =>
      result.current.setupPaymentMethod({
        uiMode: 'hosted',
        successUrl: 'https://app.example.com/done',
        cancelUrl: 'https://app.example.com/back',
      }),
    )
    expect(hosted.client.url).toContain('http')
    expect(notices).toEqual(Array(3).fill(['onRequiresForm', 'requires_form']))
  })

  it('created_no_charge and deferred: a free plan, and a downgrade', async () => {
    const { notices, callbacks } = listen()
    const token = await signUp()
    const { result } = bench.hook(() => useCreateSubscription(callbacks), { token })
    await act(() => result.current.createSubscription({ planId: 'free' }))
    expect(notices).toEqual([['onCreated', 'created_no_charge']])

    const pro = await signUp({ planId: 'pro' })
    const downgrade = bench.hook(
      () => {
        const { subscriptions } = useSubscriptions()
        const subscriptionId = subscriptions[0]?.id
        return useChangeSubscription(
          subscriptionId ? { subscriptionId, planId: 'free' } : null,
          callbacks,
        )
      },
      { token: pro },
    )
    expect(downgrade.result.current).toMatchObject({ preview: null, isLoading: false })
    await waitFor(() => expect(downgrade.result.current.preview?.direction).toBe('downgrade'))
    const outcome = await act(() => downgrade.result.current.changeSubscription())
    expect(outcome.kind).toBe('deferred')
    expect(notices.at(-1)).toEqual(['onDeferred', 'deferred'])
    expect(bench.asked(/\/change$/).map(({ sent }) => sent)).toMatchObject([
      { planId: 'free', previewToken: downgrade.result.current.preview?.previewToken },
    ])
  })

  it('processing: the provider has not reported an outcome yet', async () => {
    const { notices, callbacks } = listen()
    const token = await signUp()
    const { result } = bench.hook(() => useTopUp(callbacks), { token })
    const faults = [
      { operation: 'charge', effect: 'lost_answer' },
      { operation: 'lookup', effect: 'timeout' },
    ]
    await bench.app.ok('setSandboxFaults', { body: { faults } })
    await act(() => result.current.topUp(ten))
    await bench.app.ok('setSandboxFaults', { body: { faults: [] } })
    expect(notices).toEqual([['onProcessing', 'processing']])
  })

  it('no_action: an invoice that needs no payment', async () => {
    const { notices, callbacks } = listen()
    const token = await signUp({ planId: 'pro' })
    const { result } = bench.hook(() => ({ ...useInvoices(), ...usePayInvoice(callbacks) }), {
      token,
    })
    await waitFor(() => expect(result.current.invoices).toHaveLength(1))
    const invoiceId = result.current.invoices[0]?.id ?? ''
    const outcome = await act(() => result.current.payInvoice({ invoiceId }))
    expect(notices).toEqual([['onNoAction', outcome.kind]])
  })

  it('an unhandled outcome is ignored, and a callback that throws does not fail the call', async () => {
    const { result } = bench.hook(() => useTopUp(), { token: await signUp() })
    expect((await act(() => result.current.topUp(ten))).kind).toBe('charged_inline')
    const thrown = vi.fn()
    process.once('uncaughtException', thrown)
    const outcome = await act(() =>
      result.current.topUp(ten, {
        onChargedInline: () => {
          throw new Error('a mistake of the app')
        },
      }),
    )
    expect(outcome.kind).toBe('charged_inline')
    expect(result.current.error).toBeNull()
    expect(thrown).toHaveBeenCalledTimes(1)
  })
})

describe('each call of a writing hook', () => {
  it('has a new key, or the given one', async () => {
    const { result } = bench.hook(() => useTopUp(), { token: await signUp() })
    await act(() => result.current.topUp(ten))
    await act(() => result.current.topUp(ten))
    await act(() => result.current.topUp({ ...ten, idempotencyKey: 'mine' }))
    const keys = bench.asked(/topups/).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[2]).toBe('mine')
    expect(bench.asked(/topups/)[2]?.sent).toEqual(ten)
  })

  it('is sent once, with one callback, if it is repeated while it is pending', async () => {
    const { notices, callbacks } = listen()
    const release = Promise.withResolvers<void>()
    const delayedFetch: typeof fetch = async (input, init) => {
      if (init?.method === 'POST') await release.promise
      return bench.fetch(input, init)
    }
    const { result } = bench.hook(() => useTopUp(callbacks), {
      token: await signUp(),
      fetch: delayedFetch,
    })
    let calls: ReturnType<typeof result.current.topUp>[] = []
    act(() => {
      calls = [result.current.topUp(ten), result.current.topUp(ten)]
    })
    await waitFor(() => expect(result.current.isPending).toBe(true))
    release.resolve()
    const [first, second] = await act(() => Promise.all(calls))
    expect(first).toBe(second)
    expect(bench.asked(/topups/)).toHaveLength(1)
    expect(notices).toHaveLength(1)
    await waitFor(() => expect(result.current.isPending).toBe(false))
  })

  it('is separate from a pending call with other input', async () => {
    const { result } = bench.hook(() => useTopUp(), { token: await signUp() })
    await act(() =>
      Promise.all([
        result.current.topUp(ten),
        result.current.topUp({ ...ten, amountCents: 2_000 }),
      ]),
    )
    expect(bench.asked(/topups/)).toHaveLength(2)
  })

  it('is repeated with the same key if its answer was lost, so that the customer is charged once', async () => {
    const token = await signUp()
    let isCut = true
    const cut: typeof fetch = async (input, init) => {
      const response = await bench.fetch(input, init)
      if (isCut && init?.method === 'POST') throw new TypeError('network error')
      return response
    }
    const { result } = bench.hook(() => useTopUp(), { token, fetch: cut })
    await act(async () => {
      await expect(result.current.topUp(ten)).rejects.toMatchObject({ code: 'connection_failed' })
    })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'connection_failed' }))
    isCut = false
    expect((await act(() => result.current.topUp(ten))).kind).toBe('charged_inline')
    const [first, second] = bench.asked(/topups/)
    expect(first?.idempotencyKey).toBe(second?.idempotencyKey)
    await act(() => result.current.topUp(ten))
    expect(bench.asked(/topups/)[2]?.idempotencyKey).not.toBe(first?.idempotencyKey)
    const customerId = `customer-${customers}`
    const wallets = await bench.app.ok<{ data: { balance: number }[] }>('listCreditAccounts', {
      params: { customerId },
    })
    expect(wallets.data.map(({ balance }) => balance)).toEqual([2_000])
  })

  it.each([
    ['topUp', 'TOPUP_REQUIRES_PM'],
    ['buyCreditPackage', 'PACKAGE_REQUIRES_PM'],
  ] as const)(
    'keeps its error until it is reset: %s without a payment method fails with %s',
    async (verb, code) => {
      const token = await signUp({ card: null })
      const { result } = bench.hook(
        () => ({ topUp: useTopUp(), buyCreditPackage: useBuyCreditPackage() }),
        { token },
      )
      await act(async () => {
        const calling =
          verb === 'topUp'
            ? result.current.topUp.topUp(ten)
            : result.current.buyCreditPackage.buyCreditPackage({ creditPackageId: 'pack' })
        await expect(calling).rejects.toMatchObject({ code, status: 402 })
      })
      await waitFor(() => expect(result.current[verb].error).toMatchObject({ code }))
      expect(result.current[verb].error?.message.length).toBeGreaterThan(10)
      expect(result.current[verb].isPending).toBe(false)
      act(() => result.current[verb].reset())
      await waitFor(() => expect(result.current[verb].error).toBeNull())
    },
  )

  it('may fail without a catch if the hook shows the error', async () => {
    const unhandled = vi.fn()
    process.once('unhandledRejection', unhandled)
    const token = await signUp({ card: null })
    const { result } = bench.hook(() => useTopUp(), { token })
    await act(async () => {
      void result.current.topUp(ten)
    })
    await waitFor(() => expect(result.current.error).not.toBeNull())
    process.removeListener('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
