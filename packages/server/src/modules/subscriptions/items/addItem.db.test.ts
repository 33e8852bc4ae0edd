import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
  for (const id of ['adds', 'declined', 'ends', 'once', 'late', 'interval']) {
    await bench.payer(id)
    await bench.subscribed(id, 'small')
  }
  await bench.to(HALF)
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const END = '2026-02-15T12:00:00.000Z'
/** Half of the 31 days. */
const HALF = '2026-01-31T00:00:00.000Z'

const only = async (customerId: string) => {
  const [subscription] = await bench.list(customerId)
  if (!subscription) throw new Error(`${customerId} has no subscription`)
  return subscription
}

const noAddOn = (id: string, planId: string, body: object = {}) =>
  bench.app.fails('addSubscriptionItem', { params: { id }, body: { planId, ...body } })

describe('an add-on', () => {
  it('is charged and grants credits for the rest of the period', async () => {
    const { id } = await only('adds')
    expect(await bench.addOn(id, 'boost')).toMatchObject({
      kind: 'charged_inline',
      amount: 310,
      subscriptionId: id,
    })
    expect(await only('adds')).toMatchObject({ items: [{ cancelAt: null, planVersion: 1 }] })
    expect(await bench.balance('adds')).toBe(131)
    expect((await bench.eventTypes('adds')).at(-1)).toBe('updated')
  })

  it('can be added only once', async () => {
    const { id, items } = await only('adds')
    const before = await bench.readRows('adds')
    expect(await noAddOn(id, 'boost')).toMatchObject({
      status: 409,
      code: 'already_exists',
      details: { itemId: items[0]?.id },
    })
    expect(await bench.readRows('adds')).toEqual(before)
  })

  it('with a one-off price is charged once', async () => {
    const { id } = await only('once')
    expect(await bench.addOn(id, 'setup')).toMatchObject({ kind: 'charged_inline', amount: 150 })
    expect((await only('once')).items).toHaveLength(1)
  })

  it('is not added when the card is declined', async () => {
    const { id } = await only('declined')
    await bench.card('declined', 'decline')
    const before = await bench.readRows('declined')
    expect(await noAddOn(id, 'boost')).toMatchObject({ status: 402, code: 'card_declined' })
    expect(await bench.readRows('declined')).toEqual(before)
    expect((await bench.invoices('declined')).at(-1)).toMatchObject({ status: 'void' })
  })

  it('costs nothing during a trial, and is billed with the first period', async () => {
    await bench.payer('tries')
    const { id } = await bench.subscribed('tries', 'trial')
    expect(await bench.addOn(id, 'boost')).toMatchObject({
      kind: 'created_no_charge',
      invoiceId: null,
    })
    expect(await bench.invoices('tries')).toEqual([])
  })

  it.each([
    ['with an unknown plan', 'nowhere', 404, 'not_found'],
    ['with a base plan', 'big', 400, 'invalid_request'],
    ['with seats that it does not sell', 'boost', 400, 'invalid_request'],
  ])('%s is refused', async (_, planId, status, code) => {
    const { id } = await only('late')
    const body = planId === 'boost' ? { quantities: { seats: 2 } } : {}
    const before = await bench.readRows('late')
    expect(await noAddOn(id, planId, body)).toMatchObject({ status, code })
    expect(await bench.readRows('late')).toEqual(before)
  })

  it('of another interval is refused, and so is a change of plan to another interval', async () => {
    const { id } = await only('interval')
    await bench.addOn(id, 'boost')
    const refusal = await bench.refusedChange(id, 'big-year', { when: 'now' })
    expect(refusal).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(refusal.message).toContain('boost')
    const { items } = await only('interval')
    await bench.removeAddOn(id, items[0]?.id ?? '')
    await bench.change(id, 'big-year', { when: 'now' })
    expect(await noAddOn(id, 'boost')).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('stays when the subscription changes its plan', async () => {
    const { id } = await only('adds')
    expect(await bench.change(id, 'big')).toMatchObject({ amount: 1_000 })
    expect((await only('adds')).items).toHaveLength(1)
  })
})

describe('an add-on that is removed', () => {
  it('at the end of the period continues until then', async () => {
    const { id } = await only('ends')
    await bench.addOn(id, 'boost')
    const [item] = (await only('ends')).items
    const shown = await bench.removeAddOn(id, item?.id ?? '', 'period_end')
    expect(shown.items).toMatchObject([{ cancelAt: END }])
  })

  it('immediately is credited for the rest of the period on the next invoice', async () => {
    const { id } = await only('late')
    await bench.addOn(id, 'boost')
    const [item] = (await only('late')).items
    expect(await bench.balance('late')).toBe(131)
    // Ten of its credits are used, each worth ten cents.
    await bench.spend('late', 110)
    const shown = await bench.removeAddOn(id, item?.id ?? '')
    expect(shown.items).toEqual([])
    expect(await bench.balance('late')).toBe(0)
    const missing = { params: { id, itemId: item?.id ?? '' } }
    expect(await bench.app.fails('removeSubscriptionItem', missing)).toMatchObject({ status: 404 })
  })

  it('is not billed on the next invoice', async () => {
    await bench.to(END)
    const totals = async (customerId: string) => (await bench.invoices(customerId)).at(-1)?.total
    expect(await totals('ends')).toBe(1_000)
    expect((await only('ends')).items).toEqual([])
    expect(await totals('adds')).toBe(3_620)
    expect(await totals('tries')).toBe(2_620)
    // Of the 310 that were paid, 100 are withheld for the used credits.
    expect(await totals('late')).toBe(1_000 - 210)
    expect(await bench.balance('adds')).toBe(362)
  })
})
