import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PlanPicker, PricingTable } from '../../src/components/index.ts'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  const { app } = bench
  await app.ok('updateOrganization', { body: { website: 'https://acme.example' } })
  const sold = { productId: 'studio', currency: 'usd', isPublic: true, status: 'active' }
  const charges = (...amounts: number[]) =>
    amounts.map((amount) => ({
      type: 'recurring',
      name: 'Fee',
      pricing: { model: 'flat', amount },
    }))
  await app.ok('createTier', {
    body: { productId: 'studio', name: 'Team', slug: 'team', isPopular: true },
  })
  await app.ok('createTier', {
    body: { productId: 'studio', name: 'Giant', slug: 'giant', isSalesLed: true },
  })
  for (const [slug, interval, amount] of [
    ['team', 'month', 3_000],
    ['team-yearly', 'year', 30_000],
  ] as const) {
    const seat = {
      type: 'recurring',
      name: 'seats',
      featureSlug: 'seats',
      quantity: 2,
      pricing: { model: 'per_unit', unitAmount: '500' },
    }
    await app.ok('createPlan', {
      body: {
        ...sold,
        tierId: 'team',
        name: slug,
        slug,
        interval,
        charges: [...charges(amount), seat],
        entitlements: [{ featureSlug: 'seats', value: 2 }, { featureSlug: 'export' }],
      },
    })
  }
  await app.ok('createPlan', {
    body: {
      ...sold,
      kind: 'addon',
      tierId: 'team',
      name: 'Storage',
      slug: 'storage',
      interval: 'month',
      charges: charges(400),
    },
  })
  await app.ok('createCoupon', {
    body: { code: 'HALF', percentOff: 50, duration: 'once' },
  })
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
const tier = (name: string) => screen.findByRole('article', { name })
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
/** Presses a button once it is enabled. */
const confirm = async (name: string | RegExp) => {
  await waitFor(() =>
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false),
  )
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('PricingTable', () => {
  it('shows the public pricing without a customer', async () => {
    const { container } = bench.show(<PricingTable />, {
      publishableKey: bench.app.sandbox.keys.publishable,
    })
    expect(screen.getByRole('status').textContent).toBe('Loading…')
    const team = await tier('Team')
    expect(team.textContent).toContain('Most popular')
    expect(team.textContent).toContain('$40.00 per month')
    expect(team.textContent).toContain('seats: $5.00 each')
    expect((await tier('Hobby')).textContent).toContain('Free')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Contact us' })).toHaveProperty(
        'href',
        'https://acme.example/',
      ),
    )
    // The app passed no callback, so there is no button.
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(container.textContent).not.toMatch(/hush/i)
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toContain('FeatureHobbyProTeam')
    expect(rows).toContain('ExportNot includedIncludedIncluded')
    expect(rows).toContain('Renders3 per billing period10 per billing periodNot included')
    expect(rows).toContain('ModelsNot includedsmall, largeNot included')
    const extras = within(screen.getByRole('region', { name: 'Add-ons' })).getAllByRole('listitem')
    expect(extras.map((item) => item.textContent)).toEqual(['Storage$4.00 per month'])
    expect(screen.getByRole('region', { name: 'Credit packages' }).textContent).toContain(
      'Pack of 100$9.00',
    )
  })

  it('switches intervals, offers variants, and reports the choice', async () => {
    const select = vi.fn()
    bench.show(<PricingTable onSelectPlan={select} />, { token: await signUp() })
    const yearly = await screen.findByRole('radio', { name: 'Yearly save 35%' })
    await press('Choose Team')
    expect(select.mock.lastCall?.[0]).toMatchObject({ slug: 'team' })
    fireEvent.click(yearly)
    expect((await tier('Team')).textContent).toContain('$310.00 per year')
    // A tier that is not sold by the year shows its other plans.
    expect((await tier('Pro')).textContent).toContain('$20.00 per month')
    await press('Choose Team')
    expect(select.mock.lastCall).toMatchObject([{ slug: 'team-yearly' }, { slug: 'team' }])
    fireEvent.click(screen.getByRole('radio', { name: 'Monthly' }))
    const variants = screen.getByRole('combobox', { name: 'Options for Pro' })
    const max = within(variants).getByRole<HTMLOptionElement>('option', { name: 'max' })
    fireEvent.change(variants, { target: { value: max.value } })
    expect((await tier('Pro')).textContent).toContain('$50.00 per month')
    await press('Choose max')
    expect(select.mock.lastCall?.[0]).toMatchObject({ slug: 'max' })
  })

  it("marks the customer's plan", async () => {
    bench.show(<PricingTable onSelectPlan={() => {}} />, {
      token: await signUp({ planId: 'pro' }),
    })
    const pro = await tier('Pro')
    await waitFor(() => expect(pro.textContent).toContain('Current plan'))
    expect(within(pro).queryByRole('button')).toBeNull()
    expect(screen.getByRole('button', { name: 'Switch to Team' })).toBeTruthy()
  })

  it('shows an error, and retries', async () => {
    bench.show(<PricingTable productId="made-up" />, { token: await signUp() })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/product/i)
    const asked = bench.asked(/pricing/).length
    await press('Try again')
    await waitFor(() => expect(bench.asked(/pricing/).length).toBeGreaterThan(asked))
  })

  it('shows an empty state for a product without tiers', async () => {
    await bench.app.ok('createProduct', { body: { name: 'Radio', slug: 'radio' } })
    bench.show(<PricingTable productId="radio" />, { token: await signUp() })
    expect(await screen.findByText('No plans are available yet.')).toBeTruthy()
  })
})

describe('PlanPicker', () => {
  const picker = (onDone = vi.fn()) => <PlanPicker productId="studio" onDone={onDone} />

  it('subscribes with seats and a coupon, at the price of the preview', async () => {
    const done = vi.fn()
    bench.show(picker(done), { token: await signUp() })
    await press('Choose Team')
    await dialog('Subscribe to team')
    await screen.findByRole('button', { name: 'Pay $40.00' })
    fireEvent.change(screen.getByLabelText('Number of seats'), { target: { value: '4' } })
    await screen.findByRole('button', { name: 'Pay $50.00' })

    fireEvent.change(screen.getByLabelText('Coupon code'), { target: { value: 'NONE' } })
    await press('Apply')
    expect((await screen.findByRole('alert')).textContent).toMatch(/coupon/i)
    await screen.findByRole('button', { name: 'Pay $50.00' })
    fireEvent.change(screen.getByLabelText('Coupon code'), { target: { value: ' HALF ' } })
    await press('Apply')
    expect(await screen.findByText('Coupon HALF applied.')).toBeTruthy()
    const bill = (await dialog('Subscribe to team')).textContent
    expect(bill).toContain('Subtotal$50.00')
    expect(bill).toContain('Discount-$25.00')
    expect(bill).toMatch(/Next bill on Feb 1\d, 2026: \$50\.00/)
    const pay = await screen.findByRole('button', { name: 'Pay $25.00' })
    fireEvent.click(pay)
    fireEvent.click(pay)
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    expect(done.mock.lastCall?.[0]).toMatchObject({ kind: 'charged_inline', amount: 2_500 })
    expect(bench.asked(/POST \/v1\/subscriptions$/).map(({ sent }) => sent)).toMatchObject([
      { quantities: { seats: 4 }, couponCode: 'HALF' },
    ])
    expect(await within(await tier('Team')).findByText('Current plan')).toBeTruthy()
  })

  it('asks a customer without a card to add one', async () => {
    bench.show(picker(), { token: await signUp({ card: null }) })
    await press('Choose Team')
    await dialog('Subscribe to team')
    expect(
      await screen.findByText('You have no card on file. You can add one in the next step.'),
    ).toBeTruthy()
    await confirm('Pay $40.00')
    await waitFor(() => expect(screen.queryByText('Coupon code')).toBeNull())
    await waitFor(() => expect(screen.getByRole('dialog').querySelector('iframe')).not.toBeNull())
  })

  it('reports that the card was declined, and changes nothing', async () => {
    const done = vi.fn()
    bench.show(picker(done), { token: await signUp({ card: 'decline' }) })
    await press('Choose Team')
    await confirm('Pay $40.00')
    expect((await screen.findByRole('alert')).textContent).toMatch(/declined/i)
    expect(screen.getByRole('button', { name: 'Pay $40.00' })).toHaveProperty('disabled', false)
    expect(done).not.toHaveBeenCalled()
  })

  it('upgrades now, schedules a downgrade, and cancels the scheduled change', async () => {
    const done = vi.fn()
    bench.show(picker(done), { token: await signUp({ planId: 'pro' }) })
    await waitFor(async () => expect((await tier('Pro')).textContent).toContain('Current plan'))
    await press('Switch to Team')
    const upgrade = await dialog('Switch to team')
    expect(await within(upgrade).findByText('What changes')).toBeTruthy()
    expect(upgrade.textContent).toContain('No longer included: Renders')
    expect(screen.queryByLabelText('Coupon code')).toBeNull()
    await confirm(/^Pay \$20\.00/)
    await waitFor(() => expect(done.mock.lastCall?.[0]).toMatchObject({ kind: 'charged_inline' }))
    expect(bench.asked(/\/change$/).at(-1)?.sent).toHaveProperty('previewToken')
    await press('Close')

    await waitFor(async () => expect((await tier('Team')).textContent).toContain('Current plan'))
    await press('Switch to Hobby')
    expect(await screen.findByText(/^The change will take effect on Feb 15, 2026\./)).toBeTruthy()
    await confirm('Confirm')
    await waitFor(() => expect(done.mock.lastCall?.[0]).toMatchObject({ kind: 'deferred' }))
    await press('Close')
    expect(await within(await tier('Hobby')).findByText('Starts on Feb 15, 2026')).toBeTruthy()

    await press('Keep Team')
    await dialog('Keep team')
    await confirm('Confirm')
    await waitFor(() => expect(done.mock.lastCall?.[0]).toMatchObject({ kind: 'no_action' }))
    await waitFor(() => expect(screen.queryByText('Starts on Feb 15, 2026')).toBeNull())
  })

  it('can be canceled without a purchase', async () => {
    bench.show(picker(), { token: await signUp() })
    await press('Choose Team')
    await screen.findByRole('button', { name: 'Pay $40.00' })
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bench.asked(/POST \/v1\/subscriptions$/)).toEqual([])
  })
})
