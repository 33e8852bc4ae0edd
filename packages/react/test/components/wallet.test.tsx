import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { drainJobs } from '../../../server/test/harness/app/drainJobs.ts'
import {
  AutoTopUpForm,
  LedgerTable,
  PackageList,
  TopUpDialog,
  TopUpHistory,
  WalletCard,
  WalletList,
} from '../../src/components/index.ts'
import { fillInFrame } from '../harness/fillInFrame.ts'
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
const locale = 'en-US'
const grant = (customerId: string, creditCurrencyId: string, amount: number, more = {}) =>
  bench.app.ok('createGrant', { body: { customerId, creditCurrencyId, amount, ...more } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const payButton = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name })
    expect(button).toHaveProperty('disabled', false)
    return button
  })
const part = (name: string): HTMLElement =>
  screen.getByRole('heading', { name }).closest('section') ?? document.body
const charges = () => bench.asked(/^POST .*(topups|purchase)$/)

describe('WalletCard and WalletList', () => {
  it('show the balance, held and expiring credits and the runway of each wallet', async () => {
    const { customerId, token } = await signUp({ planId: 'pro' })
    await grant(customerId, 'images', 100, { expiresAt: '2026-01-25T00:00:00.000Z' })
    await grant(customerId, 'prepaid', 123_456)
    await bench.app.ok('trackUsage', {
      body: { events: [{ customerId, eventName: 'picture', quantity: 60 }] },
    })
    await bench.app.ok('createReservation', {
      body: { customerId, creditCurrencyId: 'images', amount: 10 },
    })
    bench.show(<WalletList days={30} />, { token, locale })
    const images = await screen.findByRole('region', { name: 'Images' })
    const prepaid = screen.getByRole('region', { name: 'Prepaid' })
    await within(images).findByText('50')
    within(prepaid).getByText('$1,234.56')
    expect(prepaid.textContent).not.toMatch(/123,?456/)
    within(images).getByText('10 held for work in progress')
    within(images).getByText(/^Next to expire: [0-9]+ on Jan 2[45], 2026$/)
    await within(images).findByText('Lasts about 25 days at the current pace')
    within(images).getByRole('table', { name: 'Images used in the last 30 days' })
    await within(prepaid).findByText('No usage in the last 30 days.')
    expect(within(prepaid).getByText('Auto-top-up is off.')).toBeDefined()
  })

  it('offer the possible wallets to a customer without one', async () => {
    const { token } = await signUp({ card: null })
    bench.show(<WalletList />, { token, locale })
    const prepaid = await screen.findByRole('region', { name: 'Prepaid' })
    within(prepaid).getByText('$0.00')
    within(screen.getByRole('region', { name: 'Images' })).getByText('0')
    cleanup()
    const onTopUp = vi.fn()
    bench.show(<WalletCard creditCurrencyId="prepaid" onTopUp={onTopUp} />, { token, locale })
    fireEvent.click(await screen.findByRole('button', { name: 'Top up Prepaid' }))
    expect(onTopUp).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    bench.show(<WalletList />, { token: `${token}x`, locale })
    await screen.findByText('Your session has ended.')
  })

  it('show that a wallet is frozen, and offer no top-up for it', async () => {
    const { customerId, token } = await signUp()
    await grant(customerId, 'prepaid', 500)
    await bench.app.pool.query(
      "UPDATE credit_accounts SET status = 'frozen' WHERE customer_id = $1",
      [customerId],
    )
    bench.show(<WalletCard creditCurrencyId="prepaid" />, { token, locale })
    await screen.findByText('Frozen')
    expect(screen.queryByRole('button', { name: 'Top up Prepaid' })).toBeNull()
  })

  it('update automatically: every 10 seconds, every 2 during a top-up', async () => {
    const { customerId, token } = await signUp()
    await grant(customerId, 'prepaid', 500)
    const lapse = startTimeLapse(bench)
    try {
      bench.show(<WalletCard creditCurrencyId="prepaid" />, { token, locale })
      await lapse.pass(2)
      const reads = () => bench.asked(/credit-accounts/).length
      expect(screen.getByText('$5.00')).toBeDefined()
      expect(reads()).toBe(1)
      await lapse.pass(20)
      expect(reads()).toBe(3)

      await bench.app.ok('setAutoTopUp', {
        params: { customerId, creditCurrencyId: 'prepaid' },
        body: { mode: 'amount', topupAmount: 2_000, threshold: 400 },
      })
      await bench.app.ok('createAdjustment', {
        body: { customerId, creditCurrencyId: 'prepaid', amount: -200 },
      })
      await lapse.pass(10)
      expect(screen.getByText('Top-up in progress…')).toBeDefined()
      const before = reads()
      await lapse.pass(6)
      expect(reads()).toBe(before + 3)
      await drainJobs(bench.app)
      await lapse.pass(2)
      expect(screen.getByText('$23.00')).toBeDefined()
      expect(screen.getByText('Top-up received: $20.00.')).toBeDefined()
      expect(
        screen.getByText('Tops up automatically when the balance falls to $4.00.'),
      ).toBeDefined()
    } finally {
      lapse.stop()
    }
  })
})

describe('TopUpDialog', () => {
  const open = (token: string, creditCurrencyId = 'prepaid') =>
    bench.show(
      <>
        <WalletCard creditCurrencyId="prepaid" />
        <TopUpDialog creditCurrencyId={creditCurrencyId} open onClose={() => {}} />
      </>,
      { token, locale },
    )

  it('accepts only exact amounts, and charges once however often the button is pressed', async () => {
    const { token } = await signUp()
    open(token)
    await screen.findByLabelText('Amount')
    for (const [text, problem] of [
      ['12.345', 'Enter fewer decimal places.'],
      ['0', 'Enter an amount greater than zero.'],
      ['abc', 'Enter a number, such as 25 or 12.50.'],
      ['99999999999999999', 'Enter a smaller amount.'],
    ] as const) {
      type('Amount', text)
      expect(screen.getByRole('alert').textContent).toBe(problem)
      expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true)
    }
    press('$25.00')
    await payButton('Pay $25.00')
    type('Amount', '19.99')
    const pay = await payButton('Pay $19.99')
    fireEvent.click(pay)
    fireEvent.click(pay)
    fireEvent.click(pay)
    await screen.findByText('$19.99 was charged to your card. Thank you.')
    expect(charges().map(({ sent }) => sent)).toMatchObject([{ amountCents: 1_999 }])
    expect(charges()[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    await screen.findByText('Top-up received: $19.99.')
    await screen.findByText('$19.99')
  })

  it('opens a form for a customer without a card, and offers another card after a decline', async () => {
    const { token } = await signUp({ card: null })
    open(token)
    await screen.findByLabelText('Amount')
    type('Amount', '30')
    fireEvent.click(await payButton('Pay $30.00'))
    await fillInFrame(bench)
    await screen.findByText('You paid $30.00. Thank you.')
    expect(charges().map(({ sent }) => sent)).toMatchObject([{ forceForm: true }])
    cleanup()
    bench.requests.length = 0

    const declined = await signUp({ card: 'decline' })
    open(declined.token)
    await screen.findByLabelText('Amount')
    type('Amount', '40')
    fireEvent.click(await payButton('Pay $40.00'))
    await screen.findByText(/declined/)
    press('Pay with another card')
    await fillInFrame(bench)
    await screen.findByText('You paid $40.00. Thank you.')
    const [first, second] = charges()
    expect([first?.status, second?.status]).toEqual([402, 200])
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
  })

  it('keeps its key while the outcome is unknown, and passes a challenge', async () => {
    const { token } = await signUp({ card: 'challenge_always' })
    let isLost = true
    const fetching: typeof fetch = async (input, init) => {
      const response = await bench.fetch(input, init)
      if (!isLost || !String(input).endsWith('/topups')) return response
      isLost = false
      throw new TypeError('lost')
    }
    bench.show(<TopUpDialog creditCurrencyId="prepaid" open onClose={() => {}} />, {
      token,
      locale,
      fetch: fetching,
    })
    await screen.findByLabelText('Amount')
    type('Amount', '15')
    fireEvent.click(await payButton('Pay $15.00'))
    await screen.findByText('We could not reach the billing server.')
    fireEvent.click(await payButton('Pay $15.00'))
    await fillInFrame(bench)
    await screen.findByText('You paid $15.00. Thank you.')
    const keys = charges().map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('PackageList, LedgerTable and TopUpHistory', () => {
  it('sell a package once, and show it in the activity and the history', async () => {
    const { customerId, token } = await signUp({ planId: 'pro' })
    await bench.app.ok('trackUsage', {
      body: { events: [{ customerId, eventName: 'picture', quantity: 7 }] },
    })
    bench.show(
      <>
        <PackageList creditCurrencyId="images" />
        <LedgerTable />
        <TopUpHistory />
      </>,
      { token, locale },
    )
    await screen.findByText('No top-ups yet')
    await screen.findByText('Pack of 100')
    screen.getByText('$9.00')
    screen.getByText('$0.09 each')
    press('Buy Pack of 100')
    const dialog = screen.getByRole('dialog', { name: 'Buy Pack of 100' })
    await within(dialog).findByText('113')
    const pay = await payButton('Pay $9.00')
    fireEvent.click(pay)
    fireEvent.click(pay)
    await screen.findByText('$9.00 was charged to your card. Thank you.')
    expect(charges()).toHaveLength(1)
    press('Done')

    const ledger = part('Credit activity')
    const rows = () =>
      [...ledger.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => cell.firstChild?.textContent),
      )
    await waitFor(() =>
      expect(rows()).toEqual([
        ['Credit package', '+100', '113'],
        ['Usage', '−7', '13'],
        ['Plan credits', '+20', '20'],
      ]),
    )
    const history = part('Top-up history')
    await waitFor(() =>
      expect(history.querySelector('tbody tr')?.textContent).toMatch(
        /^Jan \d+, 2026Manual · ImagesDone100$/,
      ),
    )
    fireEvent.change(within(ledger).getByLabelText('Type'), { target: { value: 'DEBIT' } })
    await waitFor(() => expect(rows()).toEqual([['Usage', '−7', '13']]))
    fireEvent.change(within(ledger).getByLabelText('Type'), { target: { value: 'HOLD' } })
    await within(ledger).findByText('No activity of this type yet')
  })

  it('load more activity, and page through the history', async () => {
    const { customerId, token } = await signUp()
    for (let count = 1; count <= 25; count += 1) await grant(customerId, 'prepaid', count * 100)
    const top = { customerId, creditCurrencyId: 'prepaid', amountCents: 100 }
    for (let count = 1; count <= 21; count += 1) await bench.app.ok('topUp', { body: top })
    bench.show(
      <>
        <LedgerTable creditCurrencyId="prepaid" />
        <TopUpHistory creditCurrencyId="prepaid" />
      </>,
      { token, locale },
    )
    const ledger = part('Credit activity')
    const history = part('Top-up history')
    const rows = (at: HTMLElement) => at.querySelectorAll('tbody tr').length
    await waitFor(() => expect([rows(ledger), rows(history)]).toEqual([20, 20]))
    press('Load more')
    await waitFor(() => expect(rows(ledger)).toBe(40))
    press('Older')
    await waitFor(() => expect(rows(history)).toBe(1))
    expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
    press('Newer')
    await waitFor(() => expect(rows(history)).toBe(20))
  })
})

describe('AutoTopUpForm', () => {
  it('sets an amount for a fiat wallet, shows its activity, and turns off', async () => {
    const { customerId, token } = await signUp()
    const read = async () =>
      (
        await bench.app.ok<{ rule: object | null }>('getAutoTopUp', {
          params: { customerId, creditCurrencyId: 'prepaid' },
        })
      ).rule
    bench.show(<AutoTopUpForm creditCurrencyId="prepaid" />, { token, locale })
    await screen.findByText('Each top-up is charged to Visa ending in 4242.')
    press('Turn on')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter an amount.',
      'Enter an amount.',
    ])
    expect(await read()).toBeNull()
    type('When the balance falls to', '5')
    type('Amount to add', '1,250.50')
    type('Monthly limit', '2000')
    press('Turn on')
    await screen.findByText('Saved.')
    expect(await read()).toMatchObject({
      enabled: true,
      threshold: 500,
      amount: 125_050,
      monthlyChargeLimit: 200_000,
    })
    await drainJobs(bench.app)
    cleanup()
    bench.show(<AutoTopUpForm creditCurrencyId="prepaid" />, { token, locale })
    expect(await screen.findByLabelText('Amount to add')).toHaveProperty('value', '1,250.5')
    await screen.findByText('$1,250.50')
    press('Turn off')
    await screen.findByText(/Your settings are saved/)
    expect(await read()).toMatchObject({ enabled: false, amount: 125_050 })
  })

  it('discards the input of one customer when another customer signs in', async () => {
    const first = await signUp()
    const second = await signUp()
    const form = <AutoTopUpForm creditCurrencyId="prepaid" />
    const { again } = bench.show(form, { token: first.token, locale })
    await screen.findByLabelText('Amount to add')
    again(form, { token: second.token, locale })
    await screen.findByLabelText('Amount to add')
    type('When the balance falls to', '5')
    type('Amount to add', '777')
    press('Turn on')
    await screen.findByText('Saved.')
    again(form, { token: first.token, locale })
    expect(await screen.findByLabelText('Amount to add')).toHaveProperty('value', '')
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('buys a package for a unit wallet, and offers to add a card if there is none', async () => {
    const { token } = await signUp({ card: null })
    bench.show(<AutoTopUpForm creditCurrencyId="images" />, { token, locale })
    await screen.findByText(/You have no card yet/)
    press('Add a card')
    await fillInFrame(bench)
    await screen.findByText('Your card is saved.')
    await screen.findByText('Each top-up is charged to Mastercard ending in 4444.')
    screen.getByText('Your card is saved.')
    press('Done')
    type('When the balance falls to', '10')
    const choice = screen.getByLabelText('Package to buy')
    const option = within(choice).getByRole('option', { name: 'Pack of 100, $9.00' })
    fireEvent.change(choice, { target: { value: option.getAttribute('value') } })
    press('Turn on')
    await screen.findByText('Saved.')
    expect(bench.asked(/^PUT/).map(({ sent }) => sent)).toMatchObject([
      { mode: 'package', threshold: 10, monthlyChargeLimit: null },
    ])
    cleanup()
    const invoiced = await signUp({ kind: 'slg', card: null })
    bench.show(<AutoTopUpForm creditCurrencyId="images" />, { token: invoiced.token, locale })
    await screen.findByText('Each top-up is added to your next invoice.')
  })
})
