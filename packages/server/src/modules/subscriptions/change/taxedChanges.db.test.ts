import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
  const rate = (country: string, isInclusive: boolean) =>
    bench.app.ok('createTaxRate', { body: { country, name: 'VAT', percentage: 20, isInclusive } })
  await rate('GB', false)
  await rate('FR', true)
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

interface Note {
  amount: number
  tax: number
}

const credit = (id: string, amount?: number) =>
  bench.app.ok<Note>('createCreditNote', {
    params: { id },
    body: { refund: true, ...(amount && { amount }) },
  })

/** Subscribes to the small plan for half a period, then upgrades to the big one. */
async function upgraded(customerId: string, country: string) {
  await bench.payer(customerId, { country })
  const { id, ...at } = await bench.subscribed(customerId, 'small')
  const start = Date.parse(at.currentBillingPeriodStart ?? '')
  const half = (Date.parse(at.currentBillingPeriodEnd ?? '') - start) / 2
  bench.app.clock.advance({ seconds: half / 1_000 })
  const preview = await bench.preview(id, 'big')
  await bench.change(id, 'big', { previewToken: preview.previewToken })
  const [first, change] = await bench.invoices(customerId)
  if (!first || !change) throw new Error('two invoices')
  return { preview, first, change }
}

describe.each([
  // 500 are credited and 1,500 are charged, each plus 20% tax.
  [
    'on top of',
    'GB',
    { subtotal: 1_000, tax: 200, total: 1_200 },
    { subtotal: 1_000, tax: 200, total: 1_200 },
  ],
  // 500 and 1,500 include their tax: 83.33 and 250.
  [
    'included in',
    'FR',
    { subtotal: 833, tax: 167, total: 1_000 },
    { subtotal: 833, tax: 167, total: 1_000 },
  ],
])('tax %s prices', (_, country, firstBill, changeBill) => {
  it('is the same on a change as on the invoice that the change credits', async () => {
    const { preview, first, change } = await upgraded(`change_${country}`, country)
    expect(first).toMatchObject(firstBill)
    expect(change).toMatchObject({ ...changeBill, status: 'paid', amountPaid: changeBill.total })
    expect(preview).toMatchObject({ ...changeBill, amountDue: changeBill.total })
    expect((await bench.charges(`change_${country}`)).map(({ amount }) => amount).sort()).toEqual(
      [firstBill.total, changeBill.total].sort(),
    )
  })

  it('is refunded by credit notes in full', async () => {
    const { change } = await upgraded(`notes_${country}`, country)
    const notes = [
      await credit(change.id, 333),
      await credit(change.id, 1),
      await credit(change.id),
    ]
    expect(notes.reduce((sum, { amount }) => sum + amount, 0)).toBe(changeBill.total)
    expect(notes.reduce((sum, { tax }) => sum + tax, 0)).toBe(changeBill.tax)
    for (const { amount, tax } of notes) {
      expect(Math.abs(tax - (amount * changeBill.tax) / changeBill.total)).toBeLessThan(1)
    }
    expect((await bench.invoices(`notes_${country}`)).at(-1)).toMatchObject({ status: 'refunded' })
  })
})

describe('a coupon over renewals', () => {
  const COUPONS: [string, object, number[]][] = [
    ['percent once', { percentOff: 25, duration: 'once' }, [750, 1_000, 1_000, 1_000]],
    [
      'amount once',
      { amountOff: 300, currency: 'usd', duration: 'once' },
      [700, 1_000, 1_000, 1_000],
    ],
    [
      'percent repeating',
      { percentOff: 25, duration: 'repeating', durationInPeriods: 3 },
      [750, 750, 750, 1_000],
    ],
    [
      'amount repeating',
      { amountOff: 300, currency: 'usd', duration: 'repeating', durationInPeriods: 2 },
      [700, 700, 1_000, 1_000],
    ],
    ['percent forever', { percentOff: 12.5, duration: 'forever' }, [875, 875, 875, 875]],
    [
      'amount forever',
      { amountOff: 1, currency: 'usd', duration: 'forever' },
      [999, 999, 999, 999],
    ],
    ['the whole amount once', { percentOff: 100, duration: 'once' }, [0, 1_000, 1_000, 1_000]],
    [
      'the whole amount twice',
      { percentOff: 100, duration: 'repeating', durationInPeriods: 2 },
      [0, 0, 1_000, 1_000],
    ],
    [
      'more than the whole amount twice',
      { amountOff: 5_000, currency: 'usd', duration: 'repeating', durationInPeriods: 2 },
      [0, 0, 1_000, 1_000],
    ],
  ]

  it('applies for its duration', async () => {
    const subscribers = await Promise.all(
      COUPONS.map(async ([, body], at) => {
        const couponCode = `C${at}`
        await bench.app.ok('createCoupon', { body: { code: couponCode, ...body } })
        const customerId = await bench.payer(`coupon_${at}`)
        return bench.subscribed(customerId, 'small', { couponCode })
      }),
    )
    for (let month = 0; month < 3; month += 1) {
      const { currentBillingPeriodEnd } = await bench.get(subscribers[0]?.id ?? '')
      await bench.to(currentBillingPeriodEnd ?? '')
    }
    for (const [at, [name, , totals]] of COUPONS.entries()) {
      const bills = await bench.invoices(`coupon_${at}`)
      expect({ name, totals: bills.map(({ total }) => total) }).toEqual({ name, totals })
      expect(bills.every(({ status }) => status === 'paid')).toBe(true)
      const charged = (await bench.charges(`coupon_${at}`)).map(({ amount }) => amount)
      expect(charged.sort()).toEqual(totals.filter((total) => total > 0).sort())
      expect(await bench.balance(`coupon_${at}`)).toBe(100)
    }
  })
})
