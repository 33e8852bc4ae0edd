import type { Reservation } from '@purser/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startUsageBench } from '../testing/usageBench.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())
afterEach(async () => {
  expect(await bench.breaches()).toEqual([])
})

const reserve = (customerId: string, more: object) =>
  bench.app.ok<Reservation>('createReservation', { body: { customerId, ...more } })
const capture = (id: string, amount: number, final = true) =>
  bench.app.ok<Reservation>('captureReservation', { params: { id }, body: { amount, final } })

describe('a reservation by feature', () => {
  it('holds the price of the use, which depends on its properties', async () => {
    const id = await bench.customer('reserve-1', { credits: 100 })
    const held = await reserve(id, {
      featureSlug: 'images',
      quantity: 4,
      properties: { model: 'large' },
    })
    expect(held).toMatchObject({
      status: 'held',
      amount: 10,
      held: 10,
      featureSlug: 'images',
      quantity: 4,
    })
    expect(await bench.balance(id)).toBe('90')
    expect(await capture(held.id, 7.5)).toMatchObject({
      status: 'captured',
      captured: 7.5,
      held: 0,
    })
    expect(await bench.balance(id)).toBe('92.5')
  })

  it('is rejected if the customer has too few credits', async () => {
    const id = await bench.customer('reserve-2', { credits: 1 })
    expect(
      await bench.app.fails('createReservation', {
        body: { customerId: id, featureSlug: 'images', quantity: 2 },
      }),
    ).toMatchObject({ status: 402, code: 'insufficient_credits' })
    expect(await bench.balance(id)).toBe('1')
  })

  it('is rejected for a feature that costs no credits or that the customer has no right to', async () => {
    const id = await bench.customer('reserve-3', { credits: 10, plans: ['hard'] })
    const refused = (featureSlug: string) =>
      bench.app.fails('createReservation', { body: { customerId: id, featureSlug } })
    expect(await refused('calls')).toMatchObject({
      status: 400,
      details: [{ path: 'featureSlug' }],
    })
    expect(await refused('images')).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(await refused('nothing')).toMatchObject({ status: 404 })
  })

  it('invoices the units of a capture that credits do not cover', async () => {
    const id = await bench.customer('reserve-4', { credits: 10, plans: ['overflow'] })
    const held = await reserve(id, { featureSlug: 'images', quantity: 4 })
    expect(await capture(held.id, 16)).toMatchObject({ status: 'captured', captured: 10 })
    expect(await bench.balance(id)).toBe('0')
    expect(await bench.accrued(id)).toEqual({ Images: '6' })
    const { data } = await bench.app.ok<{ data: { id: string }[] }>('listUsageEvents', {
      query: { customerId: id },
    })
    expect(data).toMatchObject([{ eventName: 'image.generated', quantity: 6, flow: 'invoice' }])
    await bench.app.ok('reverseUsageEvent', { params: { id: data[0]?.id ?? '' } })
    expect(await bench.accrued(id)).toEqual({ Images: '0' })
  })

  it('rejects a capture that exceeds the credits if the plan blocks, and keeps its hold', async () => {
    const id = await bench.customer('reserve-5', { credits: 10 })
    const held = await reserve(id, { featureSlug: 'images', quantity: 4 })
    expect(
      await bench.app.fails('captureReservation', {
        params: { id: held.id },
        body: { amount: 11 },
      }),
    ).toMatchObject({ status: 402, code: 'insufficient_credits' })
    expect(await bench.app.ok('getReservation', { params: { id: held.id } })).toMatchObject({
      status: 'held',
      held: 4,
    })
    expect(await capture(held.id, 2, false)).toMatchObject({ status: 'held', held: 2, captured: 2 })
    expect(await bench.app.ok('releaseReservation', { params: { id: held.id } })).toMatchObject({
      status: 'released',
    })
    expect(await bench.balance(id)).toBe('8')
  })

  it('expires, and track can spend the released credits', async () => {
    const id = await bench.customer('reserve-6', { credits: 10 })
    const held = await reserve(id, { featureSlug: 'images', quantity: 10, expiresInSeconds: 60 })
    await bench.refuse(id, { eventName: 'image.generated' })
    await bench.app.ok('extendReservation', {
      params: { id: held.id },
      body: { expiresInSeconds: 120 },
    })
    bench.app.clock.advance({ seconds: 119 })
    await bench.refuse(id, { eventName: 'image.generated' })
    bench.app.clock.advance({ seconds: 1 })
    expect(await bench.accept(id, { eventName: 'image.generated' })).toMatchObject({
      creditBalance: '9',
    })
    expect(
      await bench.app.fails('captureReservation', { params: { id: held.id }, body: { amount: 1 } }),
    ).toMatchObject({ status: 409 })
  })
})
