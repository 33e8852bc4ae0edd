import type { OperationOutput } from '@purser/contract/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type CardBehaviour,
  testCards,
} from '../../server/src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { drainJobs } from '../../server/test/harness/app/drainJobs.ts'
import { tokenOf } from '../../server/test/harness/app/tokenOf.ts'
import {
  useBranding,
  useCheckoutPage,
  useCheckoutSession,
  useCreditAccounts,
  useInvoice,
  useInvoicePdf,
  usePayInvoice,
  usePurser,
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

const openSession = async (customerId: string, more: object) => {
  const body = { customerId, ...more, successUrl: 'https://acme.test/done' }
  const { id, url } = await bench.app.ok<OperationOutput<'createCheckoutSession'>>(
    'createCheckoutSession',
    { body },
  )
  return { id, token: tokenOf(url) }
}

const confirm = async (clientSecret: string, behaviour: CardBehaviour): Promise<unknown> => {
  const { brand, number } = testCards[behaviour]
  const card = { behaviour, brand, last4: number.slice(-4), expMonth: 12, expYear: 2040 }
  const response = await fetch(`${bench.app.url}/sandbox/intents/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, ...card }),
  })
  const { status } = (await response.json()) as { status: string }
  await drainJobs(bench.app)
  return status
}

describe('useCheckoutPage with a page token', () => {
  it('shows the purchase, opens its form again after a declined card, and sees the payment', async () => {
    await bench.signUp('jane', { card: null })
    const { id, token } = await openSession('jane', { purpose: 'subscription', planId: 'pro' })
    const { result } = bench.hook(
      () => ({ checkout: useCheckoutPage(id), session: useCheckoutSession(id) }),
      { token },
    )
    expect(result.current.checkout).toMatchObject({ page: null, isLoading: true, error: null })
    await waitFor(() => expect(result.current.checkout.page?.status).toBe('pending'))
    expect(result.current.checkout.page).toMatchObject({
      purpose: 'subscription',
      mode: 'new',
      dueToday: 2_000,
      total: 2_000,
      details: { subscription: { planName: 'pro' } },
      successUrl: 'https://acme.test/done',
    })
    const client = await act(() => result.current.checkout.openForm())
    expect(client).toMatchObject({ provider: 'sandbox', url: null })
    expect(await confirm(client?.token ?? '', 'decline')).toBe('requires_method')
    const again = await act(() => result.current.checkout.openForm())
    expect(await confirm(again?.token ?? '', 'success')).toBe('succeeded')
    await waitFor(() => expect(result.current.session.status).toBe('completed'))
    await waitFor(() => expect(result.current.checkout.page?.status).toBe('completed'))
    expect(await act(() => result.current.checkout.openForm())).toBeNull()
  })

  it('sends nothing without a session, and reports a session that does not exist', async () => {
    await bench.signUp('mary')
    const { token } = await openSession('mary', { purpose: 'payment_method_update' })
    const held = bench.hook(() => useCheckoutPage(null), { token })
    expect(held.result.current).toMatchObject({ page: null, isLoading: false, error: null })
    expect(bench.requests).toEqual([])
    const { result } = bench.hook(() => useCheckoutPage('chk_other'), { token })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'not_found' }))
  })
})

describe('the token of an invoice page', () => {
  it('gives access to the invoice and its PDF, and to a form that pays it', async () => {
    await bench.signUp('owen', { kind: 'slg' })
    const { invoiceId } = await bench.app.ok<{ invoiceId: string }>('createSubscription', {
      body: { customerId: 'owen', planId: 'pro' },
    })
    const { url } = await bench.app.ok<{ url: string }>('linkInvoice', {
      params: { id: invoiceId },
      body: {},
    })
    const { result } = bench.hook(
      () => ({
        purser: usePurser(),
        branding: useBranding(),
        invoice: useInvoice(invoiceId),
        pdf: useInvoicePdf(),
        pay: usePayInvoice(),
        wallets: useCreditAccounts(),
      }),
      { token: tokenOf(url) },
    )
    await waitFor(() => expect(result.current.invoice.invoice?.status).toBe('open'))
    await waitFor(() => expect(result.current.branding.branding).not.toBeNull())
    // Other requests are refused, and nothing breaks.
    await waitFor(() => expect(result.current.wallets.error).toMatchObject({ code: 'forbidden' }))
    const pdf = await act(() => result.current.pdf.fetchInvoicePdf(invoiceId))
    expect(pdf.size).toBeGreaterThan(1_000)
    const outcome = await act(() => result.current.pay.payInvoice({ invoiceId }))
    expect(outcome).toMatchObject({ kind: 'requires_form', amount: 2_000 })
    if (outcome.kind !== 'requires_form') throw new Error(outcome.kind)
    expect(await confirm(outcome.client.token, 'success')).toBe('succeeded')
    await act(() => result.current.invoice.refetch())
    await waitFor(() => expect(result.current.invoice.invoice?.status).toBe('paid'))
  })
})
