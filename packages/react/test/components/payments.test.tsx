import { PurserError, type SettlementOutcome } from '@purser/contract/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { drainJobs } from '../../../server/test/harness/app/drainJobs.ts'
import {
  CardForm,
  CheckoutForm,
  challengeOutcome,
  PaymentMethodManager,
  PurserTheme,
  SettlementDialog,
} from '../../src/components/index.ts'
import { fillInFrame, findFrame, tellPage } from '../harness/fillInFrame.ts'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'
import { startTimeLapse } from '../harness/timeLapse.ts'

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
const signUp = async (options?: Parameters<PortalBench['signUp']>[1]) => {
  customers += 1
  const customerId = `customer-${customers}`
  return { customerId, token: await bench.signUp(customerId, options) }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const addCard = (customerId: string, isDefault = false) =>
  bench.app.ok('attachSandboxPaymentMethod', {
    body: { customerId, behaviour: 'success', isDefault },
  })

describe('PaymentMethodManager', () => {
  it('lets a customer add the first card, which appears automatically', async () => {
    const { token } = await signUp({ card: null })
    bench.show(<PaymentMethodManager />, { token, locale: 'en-US' })
    expect(screen.getByText('Loading…')).toBeDefined()
    await screen.findByText('No saved cards')
    press('Add a card')
    await screen.findByRole('dialog', { name: 'Add a card' })
    await fillInFrame(bench)
    await screen.findByText('Your card is saved.')
    const row = (await screen.findByText('Mastercard ending in 4444')).closest('li')
    // The list below the dialog has changed. The dialog stays until the customer closes it.
    screen.getByText('Your card is saved.')
    press('Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(row?.textContent).toContain('Expires 12/2040')
    expect(row?.textContent).toContain('Default')
  })

  it.each([
    ['no card', null],
    ['a card', 'success'],
  ])(
    'closes the form of a customer with %s when another customer signs in',
    async (_name, card) => {
      const first = await signUp({ card })
      const second = await signUp({ card: null })
      const { again } = bench.show(<PaymentMethodManager />, { token: first.token })
      fireEvent.click(await screen.findByRole('button', { name: 'Add a card' }))
      await findFrame()
      again(<PaymentMethodManager />, { token: second.token })
      await screen.findByText('No saved cards')
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it('shows a card that arrives after its dialog was closed', async () => {
    const { customerId, token } = await signUp({ card: null })
    bench.show(<PaymentMethodManager />, { token })
    fireEvent.click(await screen.findByRole('button', { name: 'Add a card' }))
    const frame = await findFrame()
    tellPage(frame, { type: 'complete' })
    await screen.findByText(/Saving it/)
    const [, close] = screen.getAllByRole('button', { name: 'Close' })
    fireEvent.click(close ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await addCard(customerId, true)
    await screen.findByText('Visa ending in 4242')
  })

  it('makes another card the default, and removes the old one after a confirmation', async () => {
    const { customerId, token } = await signUp()
    await addCard(customerId)
    bench.show(<PaymentMethodManager />, { token })
    fireEvent.click(await screen.findByRole('button', { name: /^Make default/ }))
    await screen.findByText('Visa ending in 4242 is now your default payment method.')
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((row) => /Default/.test(row.textContent))).toEqual(
        [true, false],
      ),
    )
    const [, remove] = screen.getAllByRole('button', { name: /^Remove/ })
    fireEvent.click(remove ?? document.body)
    const dialog = screen.getByRole('dialog', { name: 'Remove this card?' })
    expect(bench.asked(/^DELETE/)).toHaveLength(0)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await screen.findByText('Visa ending in 4242 was removed.')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  })

  it('lists what depends on a card in use, and replaces the card', async () => {
    const { customerId, token } = await signUp({ planId: 'pro' })
    await bench.app.ok('setAutoTopUp', {
      params: { customerId, creditCurrencyId: 'prepaid' },
      body: { mode: 'amount', topupAmount: 5_000, threshold: 0, enabled: true },
    })
    await drainJobs(bench.app)
    bench.show(<PaymentMethodManager />, { token })
    fireEvent.click(await screen.findByRole('button', { name: /^Remove/ }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog', { name: 'This card is in use' })
    await within(dialog).findByText('Your subscription to pro')
    within(dialog).getByText('Auto-top-up for Prepaid')
    within(dialog).getByText(/You have no other card/)
    expect(within(dialog).queryByRole('button', { name: 'Replace and remove' })).toBeNull()

    fireEvent.click(within(dialog).getByRole('button', { name: 'Add a card' }))
    await fillInFrame(bench)
    await screen.findByText('Your card is saved.')
    press('Done')
    const choice = await within(dialog).findByRole('radio', { name: 'Mastercard ending in 4444' })
    expect(choice).toHaveProperty('checked', true)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Replace and remove' }))
    await screen.findByText('Mastercard ending in 4444 replaced Visa ending in 4242.')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('listitem').textContent).toContain('Default')
  })

  it('shows an error, and retries', async () => {
    const { token } = await signUp()
    let isDown = true
    const fetching: typeof fetch = (...request) =>
      isDown ? Promise.resolve(new Response('{}', { status: 418 })) : bench.fetch(...request)
    bench.show(<PaymentMethodManager />, { token, fetch: fetching })
    await screen.findByRole('alert')
    isDown = false
    press('Try again')
    await screen.findByText('Visa ending in 4242')
    cleanup()
    bench.show(<PaymentMethodManager />, { token: `${token}x` })
    await screen.findByText('Your session has ended.')
  })
})

describe('SettlementDialog', () => {
  const nothing = { subscriptionId: null, invoiceId: null }
  const settled: readonly (readonly [SettlementOutcome, string])[] = [
    [
      {
        kind: 'charged_inline',
        paymentId: 'p',
        amount: 900,
        currency: 'usd',
        grantId: 'g',
        ...nothing,
      },
      '$9.00 was charged to your card. Thank you.',
    ],
    [
      { kind: 'invoice_added', lineAmount: 900, currency: 'usd', grantId: 'g', ...nothing },
      'Done. $9.00 will be on your next invoice.',
    ],
    [
      { kind: 'created_no_charge', subscriptionId: 's', invoiceId: null, trialEndsAt: null },
      'Done. Nothing is due today.',
    ],
    [
      {
        kind: 'created_no_charge',
        subscriptionId: 's',
        invoiceId: null,
        trialEndsAt: '2026-03-04T12:00:00.000Z',
      },
      'Your trial has started. You will not be charged until Mar 4, 2026.',
    ],
    [
      { kind: 'deferred', subscriptionId: 's', effectiveAt: '2026-03-04T12:00:00.000Z' },
      'Change scheduled for Mar 4, 2026.',
    ],
    [{ kind: 'no_action', reason: null, ...nothing }, 'No changes were needed.'],
  ]

  it.each(settled)('describes the outcome: %o', async (outcome, sentence) => {
    const { token } = await signUp({ card: null })
    const onSettled = vi.fn()
    const onClose = vi.fn()
    bench.show(<SettlementDialog outcome={outcome} onClose={onClose} onSettled={onSettled} />, {
      token,
      locale: 'en-US',
    })
    expect(screen.getByRole('status').textContent).toBe(sentence)
    expect(onSettled.mock.calls).toEqual([[outcome]])
    press('Done')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('takes another card after a decline, and calls onSettled when the invoice is paid', async () => {
    const { customerId, token } = await signUp({ card: null })
    const outcome = await bench.app.ok<SettlementOutcome>('createSubscription', {
      body: { customerId, planId: 'pro' },
    })
    const onSettled = vi.fn()
    bench.show(<SettlementDialog outcome={outcome} onClose={() => {}} onSettled={onSettled} />, {
      token,
    })
    await fillInFrame(bench, '4000000000000002')
    expect(await findFrame()).toBeDefined()
    expect(onSettled).not.toHaveBeenCalled()
    await fillInFrame(bench)
    await screen.findByText('You paid $20.00. Thank you.')
    expect(onSettled).toHaveBeenCalledOnce()
    expect(screen.queryByTitle('Card details')).toBeNull()
    const { data } = await bench.app.ok<{ data: { status: string }[] }>('listSubscriptions', {
      query: { customerId },
    })
    expect(data.map(({ status }) => status)).toEqual(['active'])
  })

  it('says that the bank has not confirmed in time, and stops polling', async () => {
    const { customerId, token } = await signUp({ card: null })
    const outcome = await bench.app.ok<SettlementOutcome>('setupPaymentMethod', {
      body: { customerId },
    })
    const lapse = startTimeLapse(bench)
    try {
      bench.show(<SettlementDialog outcome={outcome} onClose={() => {}} />, { token })
      await lapse.pass(1)
      const frame = document.querySelector('iframe') ?? document.createElement('iframe')
      tellPage(frame, { type: 'complete' })
      await lapse.pass(5)
      expect(screen.getByText(/Saving it/)).toBeDefined()
      await lapse.pass(90)
      expect(screen.getByText(/you can close this window/)).toBeDefined()
      const asked = bench.requests.length
      expect(asked).toBeLessThan(100)
      await lapse.pass(10)
      expect(bench.requests).toHaveLength(asked)
    } finally {
      lapse.stop()
    }
  })

  it('waits for a payment that the provider has not confirmed', async () => {
    const { customerId, token } = await signUp()
    await bench.app.ok('setSandboxFaults', {
      body: { faults: [{ operation: 'charge', effect: 'lost_answer', customerId }] },
    })
    const outcome = await bench.app.ok<SettlementOutcome>('topUp', {
      body: { customerId, creditCurrencyId: 'prepaid', amountCents: 1_500 },
    })
    expect(outcome.kind).toBe('processing')
    bench.show(<SettlementDialog outcome={outcome} onClose={() => {}} />, { token })
    await screen.findByText(/Your payment of \$15.00 is being processed/)
    await drainJobs(bench.app)
    await screen.findByText('You paid $15.00. Thank you.')
  })
})

describe('challengeOutcome', () => {
  it('opens the bank’s challenge of a charge, and ignores other errors', async () => {
    const { customerId, token } = await signUp({ card: 'challenge_always' })
    const body = { creditCurrencyId: 'prepaid', amountCents: 1_000 }
    const { code, message, details, status } = await bench.app.fails('topUp', { token, body })
    const error = new PurserError({ code, message, details, status, requestId: null })
    const due = { amount: 1_000, currency: 'usd' }
    const outcome = challengeOutcome(error, due)
    bench.show(<SettlementDialog outcome={outcome} onClose={() => {}} />, { token })
    await fillInFrame(bench)
    await screen.findByText('You paid $10.00. Thank you.')
    expect(customerId).toBeDefined()
    expect(challengeOutcome(new Error('no'), due)).toBeNull()
    const other = new PurserError({ code: 'card_declined', message, status, requestId: null })
    expect(challengeOutcome(other, due)).toBeNull()
  })
})

describe('CheckoutForm', () => {
  const open = async () => {
    const { customerId, token } = await signUp({ card: null })
    const { id } = await bench.app.ok<{ id: string }>('createCheckoutSession', {
      body: {
        customerId,
        purpose: 'subscription',
        planId: 'pro',
        successUrl: 'https://shop.example/thanks',
        cancelUrl: 'https://shop.example/cart',
      },
    })
    return { id, token }
  }

  it('shows the purchase, takes another card after a decline, and links to the next page, even when reopened', async () => {
    const { id, token } = await open()
    const onCompleted = vi.fn()
    const form = <CheckoutForm sessionId={id} onCompleted={onCompleted} />
    bench.show(form, { token, locale: 'en-US' })
    const summary = screen.getByRole('region', { name: 'Summary' })
    await within(summary).findByRole('heading', { name: 'pro' })
    within(summary).getByText('$20.00 per month')
    expect(within(summary).getByText('Due today').nextSibling?.textContent).toBe('$20.00')
    await fillInFrame(bench, '4000000000000002')
    expect(await findFrame()).toBeDefined()
    await fillInFrame(bench)
    await screen.findByText('Thank you. Your payment was received.')
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveProperty(
      'href',
      'https://shop.example/thanks',
    )
    expect(onCompleted).toHaveBeenCalledOnce()
    expect(onCompleted.mock.calls[0]?.[0]).toMatchObject({ id })
    cleanup()
    bench.show(form, { token, locale: 'en-US' })
    await screen.findByText('Thank you. Your payment was received.')
    expect(screen.queryByTitle('Card details')).toBeNull()
  })

  it('links back if the session has expired, and reports a session that does not exist', async () => {
    const { id, token } = await open()
    await bench.app.pool.query("UPDATE checkout_sessions SET status = 'expired' WHERE id = $1", [
      id,
    ])
    bench.show(<CheckoutForm sessionId={id} />, { token })
    await screen.findByText('This checkout has expired. Nothing was charged.')
    expect(screen.getByRole('link', { name: 'Go back' })).toHaveProperty(
      'href',
      'https://shop.example/cart',
    )
    cleanup()
    bench.show(<CheckoutForm sessionId="chk_none" />, { token })
    expect((await screen.findByRole('alert')).textContent).toMatch(/chk_none|not/)
  })
})

describe('CardForm', () => {
  const client = { token: 'sbsi_1_secret_2', publishableKey: null, url: null }

  it('reports an unknown provider', async () => {
    const { token } = await signUp({ card: null })
    bench.show(<CardForm client={{ ...client, provider: 'acme' }} onDone={() => {}} />, { token })
    expect(screen.getByRole('alert').textContent).toContain('“acme”')
  })

  it('listens only to its own frame, and offers a retry if the frame stays silent', async () => {
    const { token } = await signUp({ card: null })
    const onDone = vi.fn()
    const onError = vi.fn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      bench.show(
        <PurserTheme accent="#4f46e5">
          <CardForm client={{ ...client, provider: 'sandbox' }} onDone={onDone} onError={onError} />
        </PurserTheme>,
        { token },
      )
      act(() => vi.advanceTimersByTime(16_000))
      expect(screen.queryByTitle('Card details')).toBeNull()
      press('Try again')
    } finally {
      vi.useRealTimers()
    }
    const frame = await findFrame()
    expect(frame.src).toMatch(new RegExp(`^${bench.app.url}/sandbox/frame.*#${client.token}$`))
    const data = { source: 'purser-sandbox', type: 'complete' }
    const origin = bench.app.url
    for (const stranger of [
      { data, origin: 'https://evil.example', source: frame.contentWindow },
      { data, origin, source: window },
      { data: { type: 'complete' }, origin, source: frame.contentWindow },
    ]) {
      window.dispatchEvent(new MessageEvent('message', stranger))
    }
    expect(onDone).not.toHaveBeenCalled()
    tellPage(frame, { type: 'error', code: 'card_declined', message: 'No.' })
    tellPage(frame, { type: 'complete' })
    tellPage(frame, { type: 'complete' })
    expect(onError.mock.calls).toEqual([[{ code: 'card_declined', message: 'No.' }]])
    expect(onDone.mock.calls).toEqual([[{ isProcessing: false }]])
  })
})
