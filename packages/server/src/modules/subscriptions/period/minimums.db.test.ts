import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
  await bench.app.ok('createPlan', {
    body: {
      productId: 'app',
      name: 'At least ten',
      slug: 'at-least',
      currency: 'usd',
      interval: 'month',
      charges: [
        {
          type: 'recurring',
          name: 'Seats',
          featureSlug: 'seats',
          minimum: 1_000,
          pricing: { model: 'per_unit', unitAmount: '100' },
        },
      ],
    },
  })
})
afterAll(() => bench.stop())

it('a minimum is credited together with the unused time of the period', async () => {
  await bench.payer('few')
  await bench.subscribed('few', 'at-least', { quantities: { seats: 2 } })
  // A quarter of the 31 days, to the second.
  await bench.to('2026-01-23T06:00:00.000Z')
  const [subscription] = await bench.list('few')
  const preview = await bench.preview(subscription?.id ?? '', 'big')
  const back = preview.prorationLines.filter(({ kind }) => kind === 'credit')
  expect(back.reduce((total, { subtotal }) => total + subtotal, 0)).toBe(-750)
})
