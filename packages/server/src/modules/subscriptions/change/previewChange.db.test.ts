import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

/** Creates a customer on a plan. */
async function on(planId: string, customerId: string, body?: object) {
  await bench.payer(customerId)
  return bench.subscribed(customerId, planId, body)
}

describe('a preview token', () => {
  it('guarantees the amounts for fifteen minutes', async () => {
    const { id } = await on('small', 'pinned')
    bench.app.clock.advance({ days: 3 })
    const { previewToken, total, expiresAt } = await bench.preview(id, 'big')
    expect(expiresAt).toBe(new Date(bench.app.clock.now().getTime() + 900_000).toISOString())
    bench.app.clock.advance({ minutes: 14, seconds: 59 })
    expect((await bench.preview(id, 'big')).total).toBeLessThan(total)
    expect(await bench.change(id, 'big', { previewToken })).toMatchObject({ amount: total })
  })

  it('expires after fifteen minutes, and a change with it has no effect', async () => {
    const { id } = await on('small', 'expired')
    const { previewToken } = await bench.preview(id, 'big')
    bench.app.clock.advance({ minutes: 15 })
    const before = await bench.readRows('expired')
    expect(await bench.refusedChange(id, 'big', { previewToken })).toMatchObject({
      status: 409,
      code: 'preview_expired',
    })
    expect(await bench.readRows('expired')).toEqual(before)
    expect(await bench.invoices('expired')).toHaveLength(1)
  })

  it.each([
    ['another plan', 'pro', {}],
    ['other seats', 'seats', { quantities: { seats: 4 } }],
    ['another time', 'seats', { quantities: { seats: 3 }, when: 'period_end' }],
  ])('is refused for %s', async (_, planId, body) => {
    const customerId = `other_${planId}_${JSON.stringify(body).length}`
    const { id } = await on('small', customerId)
    const { previewToken } = await bench.preview(id, 'seats', { quantities: { seats: 3 } })
    const before = await bench.readRows(customerId)
    expect(await bench.refusedChange(id, planId, { ...body, previewToken })).toMatchObject({
      status: 409,
      code: 'preview_mismatch',
    })
    expect(await bench.readRows(customerId)).toEqual(before)
  })

  it('is refused if it is forged, for another subscription, or after the subscription has changed', async () => {
    const { id } = await on('small', 'moved')
    const other = await on('small', 'moved_other')
    const { previewToken } = await bench.preview(id, 'big')
    const mismatch = { status: 409, code: 'preview_mismatch' }
    expect(await bench.refusedChange(other.id, 'big', { previewToken })).toMatchObject(mismatch)
    expect(await bench.refusedChange(id, 'big', { previewToken: 'made-up' })).toMatchObject(
      mismatch,
    )
    await bench.change(id, 'pro')
    expect(await bench.refusedChange(id, 'big', { previewToken })).toMatchObject(mismatch)
  })

  it('is refused if credits that are worth money were used in the meantime', async () => {
    const { id } = await on('big', 'used')
    bench.app.clock.advance({ days: 10 })
    const body = { when: 'now' }
    const { previewToken } = await bench.preview(id, 'seats', body)
    await bench.spend('used', 290)
    const before = await bench.readRows('used')
    expect(await bench.refusedChange(id, 'seats', { ...body, previewToken })).toMatchObject({
      code: 'preview_mismatch',
    })
    expect(await bench.readRows('used')).toEqual(before)
  })
})

describe('a preview', () => {
  it('changes nothing, even for a customer who was never locked', async () => {
    const { id } = await on('small', 'reader')
    const before = await bench.readRows('reader')
    const key = bench.app.sandbox.keys.read
    await bench.app.ok('previewSubscriptionChange', {
      key,
      params: { id },
      body: { planId: 'big' },
    })
    expect(await bench.readRows('reader')).toEqual(before)
  })

  const PLANS = ['small', 'big', 'pro', 'seats', 'team', 'metered', 'big-year', 'free'] as const

  it('equals the charge and the invoice, for any plans at any instant', async () => {
    let number = 0
    const cases = fc.record({
      from: fc.constantFrom(...PLANS),
      steps: fc.array(
        fc.record({
          to: fc.constantFrom(...PLANS),
          after: fc.integer({ min: 1, max: 12 * 86_400 }),
          used: fc.integer({ min: 0, max: 50 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ from, steps }) => {
        number += 1
        const customerId = `any_${number}`
        const { id } = await on(from, customerId)
        for (const { to, after, used } of steps) {
          bench.app.clock.advance({ seconds: after })
          await bench.run('renewDueSubscriptions')
          if (used > 0) await bench.track(customerId, used)
          if (used > 0 && (await bench.balance(customerId)) >= used) {
            await bench.spend(customerId, used)
          }
          const count = (await bench.invoices(customerId)).length
          const preview = await bench.preview(id, to, { when: 'now' })
          const { previewToken, total } = preview
          const outcome = await bench.change(id, to, { when: 'now', previewToken })
          const invoices = (await bench.invoices(customerId)).slice(count)
          const billed = invoices.reduce((sum, invoice) => sum + invoice.total, 0)
          expect(billed).toBe(total)
          expect(outcome.kind === 'charged_inline' ? outcome.amount : 0).toBe(total)
        }
        const paid = (await bench.charges(customerId)).reduce((sum, { amount }) => sum + amount, 0)
        const owed = (await bench.invoices(customerId)).reduce((sum, { total }) => sum + total, 0)
        await bench.run('collectDueInvoices')
        expect(paid).toBeLessThanOrEqual(owed)
      }),
      { numRuns: 6 },
    )
  })
})

it('a preview shows the next bill if the interval changes at the end of the period', async () => {
  const { id, currentBillingPeriodEnd } = await on('small', 'to_yearly')
  bench.app.clock.advance({ days: 10 })
  const preview = await bench.preview(id, 'big-year', { when: 'period_end' })
  expect(preview).toMatchObject({ nextBillingAt: currentBillingPeriodEnd, nextAmount: 30_000 })
  await bench.change(id, 'big-year', { when: 'period_end' })
  await bench.to(currentBillingPeriodEnd ?? '')
  expect((await bench.invoices('to_yearly')).at(-1)).toMatchObject({ total: 30_000 })
})
