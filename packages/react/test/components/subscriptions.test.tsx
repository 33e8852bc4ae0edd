import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SubscriptionCard } from '../../src/components/index.ts'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.app.ok('createPlan', {
    body: {
      productId: 'studio',
      tierId: 'pro',
      kind: 'addon',
      name: 'Storage',
      slug: 'storage',
      currency: 'usd',
      interval: 'month',
      isPublic: true,
      status: 'active',
      charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: 400 } }],
    },
  })
  await bench.app.ok('createCoupon', {
    body: { code: 'TENTH', percentOff: 10, duration: 'repeating', durationInPeriods: 2 },
  })
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

describe('SubscriptionCard', () => {
  it('shows the plan, its next dates, add-ons and discount', async () => {
    const token = await bench.signUp('jane')
    const { subscriptionId: id } = await bench.app.ok<{ subscriptionId: string }>(
      'createSubscription',
      { body: { customerId: 'jane', planId: 'pro', couponCode: 'TENTH' } },
    )
    await bench.app.ok('addSubscriptionItem', { params: { id }, body: { planId: 'storage' } })
    await bench.app.ok('changeSubscription', { params: { id }, body: { planId: 'free' } })
    const pick = vi.fn()
    bench.show(<SubscriptionCard onPickPlan={pick} />, { token })
    expect(
      screen.getByRole('region', { name: 'Your plan' }).querySelector('[aria-busy]'),
    ).toBeTruthy()
    const card = screen.getByRole('region', { name: 'Your plan' })
    await waitFor(() => expect(card.textContent).toContain('pro Active'))
    expect(card.textContent).toContain('Changes to free on Feb 15, 2026.')
    expect(card.textContent).not.toContain('Renews')
    expect(card.textContent).toContain('TENTH: 10% off until')
    expect(card.textContent).toContain('Add-onsStorage')
    await press('Change plan')
    expect(pick).toHaveBeenCalledTimes(1)
  })

  it('cancels the plan at the end of the period after a confirmation, and resumes it', async () => {
    bench.show(<SubscriptionCard />, { token: await bench.signUp('kim', { planId: 'pro' }) })
    await press('Cancel plan')
    const dialog = await screen.findByRole('dialog', { name: 'Cancel pro?' })
    expect(dialog.textContent).toContain(
      'You keep access until Feb 15, 2026. Your plan will not renew. Usage up to then may still be billed.',
    )
    await press('Keep plan')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bench.asked(/cancel/)).toEqual([])

    await press('Cancel plan')
    const [, ofTheDialog] = await screen.findAllByRole('button', { name: 'Cancel plan' })
    fireEvent.click(ofTheDialog ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(announcements()).toContain('Your plan ends on Feb 15, 2026.')
    expect(await screen.findByText('Ends on Feb 15, 2026.')).toBeTruthy()
    await press('Resume plan')
    expect(await screen.findByText('Renews on Feb 15, 2026.')).toBeTruthy()
    expect(announcements()).toContain('Your plan has been resumed.')
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
  })

  it('does not announce a bill for usage when a trial is canceled', async () => {
    const token = await bench.signUp('max')
    await bench.app.ok('createSubscription', {
      body: { customerId: 'max', planId: 'pro', trialDays: 7 },
    })
    bench.show(<SubscriptionCard />, { token })
    await press('Cancel plan')
    const dialog = await screen.findByRole('dialog', { name: 'Cancel pro?' })
    expect(dialog.textContent).toContain('Your plan will not renew.')
    expect(dialog.textContent).not.toContain('Usage')
  })

  it('shows several subscriptions, including one that waits for its payment', async () => {
    const token = await bench.signUp('lee', { planId: 'free', card: null })
    await bench.app.ok('createProduct', { body: { name: 'Radio', slug: 'radio' } })
    await bench.app.ok('createPlan', {
      body: {
        productId: 'radio',
        name: 'Waves',
        slug: 'waves',
        currency: 'usd',
        interval: 'month',
        status: 'active',
        charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: 400 } }],
      },
    })
    await bench.app.ok('createSubscription', { body: { customerId: 'lee', planId: 'waves' } })
    bench.show(<SubscriptionCard />, { token })
    expect(await screen.findByText('Waiting for payment')).toBeTruthy()
    expect(screen.getByText('Your plan starts after the first payment.')).toBeTruthy()
    expect(screen.getByText('Active')).toBeTruthy()
  })

  it('still announces the end of a plan that the list no longer shows', async () => {
    const token = await bench.signUp('ida', { planId: 'pro', card: null })
    const { again } = bench.show(<SubscriptionCard />, { token })
    await press('Cancel plan')
    const dialog = await screen.findByRole('dialog', { name: 'Cancel pro?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText('You have no plan yet.')).toBeTruthy()
    await waitFor(() => expect(announcements()).toContain('Your plan has ended.'))
    again(<SubscriptionCard />, { token: await bench.signUp('next-customer') })
    expect(announcements()).not.toContain('Your plan has ended.')
  })

  it('announces each cancellation, even if the words are the same', async () => {
    const token = await bench.signUp('max-and-moritz', { planId: 'pro' })
    await bench.app.ok('createProduct', { body: { name: 'Films', slug: 'films' } })
    await bench.app.ok('createPlan', {
      body: {
        productId: 'films',
        name: 'Reels',
        slug: 'reels',
        currency: 'usd',
        interval: 'month',
        status: 'active',
        charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: 400 } }],
      },
    })
    await bench.app.ok('createSubscription', {
      body: { customerId: 'max-and-moritz', planId: 'reels' },
    })
    bench.show(<SubscriptionCard />, { token })
    await screen.findByText('Reels')
    const announced: (string | null)[] = []
    const watcher = new MutationObserver(() => announced.push(...announcements()))
    for (const region of screen.getAllByRole('status')) {
      watcher.observe(region, { childList: true, characterData: true, subtree: true })
    }
    for (const canceled of [1, 2]) {
      const [button] = await screen.findAllByRole('button', { name: 'Cancel plan' })
      fireEvent.click(button ?? document.body)
      const dialog = await screen.findByRole('dialog', { name: /^Cancel/ })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() =>
        expect(screen.getAllByRole('button', { name: 'Resume plan' })).toHaveLength(canceled),
      )
    }
    await waitFor(() => expect(announced).toEqual(Array(2).fill('Your plan ends on Feb 15, 2026.')))
    watcher.disconnect()
  })

  it('offers a plan to a customer without one', async () => {
    const pick = vi.fn()
    bench.show(<SubscriptionCard onPickPlan={pick} />, { token: await bench.signUp('new') })
    expect(await screen.findByText('You have no plan yet.')).toBeTruthy()
    await press('Pick a plan')
    expect(pick).toHaveBeenCalledTimes(1)
  })

  it('reports that the session has ended', async () => {
    bench.show(<SubscriptionCard />, { token: 'made.up.token' })
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended.')
  })
})
