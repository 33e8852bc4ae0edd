import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { UsageHistory, UsageMeter, UsageMeters } from '../../src/components/index.ts'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'

let bench: PortalBench
let token: string
let idle: string
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.signUp('jane', { planId: 'pro' })
  await use('render', 4)
  bench.app.clock.advance({ days: 1 })
  await use('render', 3)
  await use('picture', 2.5)
  token = await bench.tokenOf('jane')
  idle = await bench.signUp('idle')
})
afterEach(cleanup)
afterAll(() => bench.stop())

const use = (eventName: string, quantity: number) =>
  bench.app.ok('trackUsage', { body: { events: [{ customerId: 'jane', eventName, quantity }] } })
const alert = async () => (await screen.findByRole('alert')).textContent

describe('meters', () => {
  it.each([
    ['a metric', <UsageMeter key="m" metricId="renders" />, 'Renders7 of 103 left'],
    ['a feature', <UsageMeter key="f" featureSlug="renders" />, /^Renders7 of 103 left · Resets/],
    ['a name', <UsageMeter key="n" featureSlug="renders" label="Pages" />, /^Pages7 of 10/],
    ['nothing', <UsageMeter key="x" featureSlug="beta" />, 'betaNot part of your plan'],
  ])('show %s', async (_, meter, text) => {
    const { container } = bench.show(meter, { token })
    await waitFor(() => expect(container.querySelector('meter')).not.toBeNull())
    expect(
      [...container.querySelectorAll('span, p')].map((node) => node.textContent).join(''),
    ).toMatch(text)
  })

  it('show all metered features by name', async () => {
    bench.show(<UsageMeters />, { token })
    const meter = await screen.findByRole<HTMLMeterElement>('meter', { name: 'Renders' })
    expect(meter.getAttribute('value')).toBe('0.7')
    expect(meter.textContent).toBe('7 of 10')
    expect(screen.getAllByRole('meter')).toHaveLength(1)
  })

  it('show an empty state and errors', async () => {
    bench.show(<UsageMeters />, { token: idle })
    expect(await screen.findByText('There is no usage to show.')).toBeTruthy()
    cleanup()
    bench.show(<UsageMeter metricId="made-up" />, { token })
    expect(await alert()).toMatch(/metric/i)
  })
})

describe('UsageHistory', () => {
  it('shows each day of the selected event', async () => {
    bench.show(<UsageHistory days={3} />, { token })
    const choice = await screen.findByRole('combobox', { name: 'Usage of' })
    await waitFor(() => expect(choice.textContent).toBe('PicturesRenders'))
    expect(screen.getByText('2.5 in 3 days')).toBeTruthy()
    fireEvent.change(choice, { target: { value: 'render' } })
    expect(screen.getByText('7 in 3 days')).toBeTruthy()
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DateQuantity',
      'Jan 140',
      'Jan 154',
      'Jan 163',
    ])
  })

  it('shows only the given event', async () => {
    bench.show(<UsageHistory eventName="render" />, { token })
    expect(await screen.findByText('7 in 30 days')).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('shows an empty state', async () => {
    bench.show(<UsageHistory />, { token: idle })
    expect(await screen.findByText('No usage in the last 30 days.')).toBeTruthy()
  })
})
