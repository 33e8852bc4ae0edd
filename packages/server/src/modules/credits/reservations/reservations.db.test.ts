import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from '../../../kernel/amount.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { freezeWallet, unfreezeWallet } from '../wallet/freezeWallet.ts'
import { requireCreditCurrency } from '../wallet/withWallet.ts'
import { captureReservation } from './captureReservation.ts'
import { extendReservation } from './extendReservation.ts'
import { getReservation } from './getReservation.ts'
import { releaseReservation } from './releaseReservation.ts'
import { holdCredits, reserveCredits } from './reserveCredits.ts'

let bench: CreditBench
beforeEach(async () => {
  bench = await startCreditBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const reserve = (amount: number, expiresInSeconds = 300) =>
  bench.run((tx, scope) =>
    reserveCredits(tx, scope, {
      customerId: 'jane',
      creditCurrencyId: 'ink',
      amount: parseAmount(amount),
      expiresInSeconds,
    }),
  )
const hold = (amount: number, rule: 'block' | 'overdraft' | 'invoice') =>
  bench.run(async (tx, scope) =>
    holdCredits(tx, scope, {
      customerId: 'jane',
      ...(await requireCreditCurrency(tx, scope, 'ink')),
      amount: parseAmount(amount),
      rule,
      featureId: null,
      quantity: parseAmount(2),
      properties: { model: 'large' },
      unitCost: parseAmount('2.5'),
      expiresInSeconds: 60,
    }),
  )
const capture = (id: string, amount: number, final = true) =>
  bench.run((tx, scope) =>
    captureReservation(tx, scope, id, { amount: parseAmount(amount), final }),
  )
const release = (id: string) => bench.run((tx, scope) => releaseReservation(tx, scope, id))
const extend = (id: string, expiresInSeconds: number) =>
  bench.run((tx, scope) => extendReservation(tx, scope, id, { expiresInSeconds }))
const get = (id: string) => bench.run((tx, scope) => getReservation(tx, scope, id))

describe('a reservation', () => {
  it('holds credits, is captured in parts, and releases the rest', async () => {
    await bench.grant(10)
    const { id, ...held } = await reserve(8)
    expect(held).toMatchObject({
      customerId: 'jane',
      featureSlug: null,
      quantity: null,
      properties: {},
      status: 'held',
      amount: 8,
      held: 8,
      captured: 0,
      expiresAt: '2026-01-15T12:05:00.000Z',
    })
    expect(await bench.wallet()).toMatchObject({ balance: 2, held: 8 })
    expect((await capture(id, 3, false)).reservation).toMatchObject({ status: 'held', held: 5 })
    expect((await capture(id, 1)).reservation).toMatchObject({ status: 'captured', captured: 4 })
    expect(await bench.wallet()).toMatchObject({ balance: 6, held: 0 })
    expect(await bench.rows()).toEqual([
      'CREDIT GRANT 10 → 10',
      'HOLD RESERVATION_HOLD 8 → 2',
      'RELEASE RESERVATION_RELEASE 3 → 5',
      'DEBIT RESERVATION_CAPTURE 3 → 2',
      'RELEASE RESERVATION_RELEASE 1 → 3',
      'DEBIT RESERVATION_CAPTURE 1 → 2',
      'RELEASE RESERVATION_RELEASE 4 → 6',
    ])
    for (const again of [() => capture(id, 1), () => release(id), () => extend(id, 60)]) {
      await expect(again()).rejects.toMatchObject({ code: 'invalid_state' })
    }
    await expect(get('res_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('stores nothing and creates no wallet if it is rejected', async () => {
    await expect(reserve(1)).rejects.toMatchObject({ code: 'insufficient_credits', status: 402 })
    expect(
      await bench.app.ok('listCreditAccounts', { params: { customerId: 'jane' } }),
    ).toMatchObject({ data: [] })
    await bench.grant(5)
    await expect(reserve(6)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect(await bench.rows()).toHaveLength(1)
  })

  it("keeps the price of its feature and follows the feature's rule", async () => {
    await bench.grant(5)
    expect(await hold(8, 'invoice')).toMatchObject({
      amount: 5,
      quantity: 2,
      properties: { model: 'large' },
    })
    const nothing = await hold(8, 'invoice')
    expect(nothing).toMatchObject({ amount: 0, status: 'held' })
    const { uncovered, unitCost, reservation } = await capture(nothing.id, 3)
    expect([formatAmount(uncovered), formatAmount(unitCost ?? parseAmount(0))]).toEqual([
      '3',
      '2.5',
    ])
    expect(reservation).toMatchObject({ status: 'captured', captured: 0 })
    const owed = await hold(4, 'overdraft')
    expect(await bench.wallet()).toMatchObject({ balance: -4, held: 9 })
    await capture(owed.id, 6)
    expect(await bench.wallet()).toMatchObject({ balance: -6, held: 5 })
  })

  it('counts as expired in reads, even before the sweep', async () => {
    await bench.grant(5, { expiresAt: '2026-01-15T12:00:50Z' })
    await bench.grant(5)
    const { id } = await reserve(8, 60)
    bench.app.clock.advance({ seconds: 60 })
    expect(await get(id)).toMatchObject({ status: 'expired', held: 0 })
    expect(await bench.wallet()).toMatchObject({
      balance: 5,
      held: 0,
      grants: [{ creditsRemaining: 5 }],
    })
    expect(await bench.rows()).toHaveLength(4)
    await expect(capture(id, 1)).rejects.toMatchObject({ code: 'invalid_state' })
    await bench.grant(1)
    expect(await bench.rows()).toEqual([
      'CREDIT GRANT 5 → 5',
      'CREDIT GRANT 5 → 10',
      'HOLD RESERVATION_HOLD 5 → 5',
      'HOLD RESERVATION_HOLD 3 → 2',
      'RELEASE RESERVATION_RELEASE 5 → 7',
      'EXPIRE EXPIRATION 5 → 2',
      'RELEASE RESERVATION_RELEASE 3 → 5',
      'CREDIT GRANT 1 → 6',
    ])
    expect(await bench.events()).toContain('reservation.expired')
  })

  it('lasts longer if it is extended', async () => {
    await bench.grant(5)
    const { id } = await reserve(5, 60)
    bench.app.clock.advance({ seconds: 59 })
    expect(await extend(id, 60)).toMatchObject({ expiresAt: '2026-01-15T12:01:59.000Z' })
    bench.app.clock.advance({ seconds: 59 })
    expect((await capture(id, 5)).reservation).toMatchObject({ status: 'captured' })
  })

  it('works on a wallet with more grants than are loaded at first', async () => {
    for (let at = 0; at < 12; at += 1) await bench.grant(1)
    const { id } = await reserve(11)
    expect(await bench.wallet()).toMatchObject({ balance: 1, held: 11 })
    await capture(id, 10.5, false)
    await release(id)
    expect(await bench.wallet()).toMatchObject({ balance: 1.5, held: 0 })
    expect(await bench.use(1.5)).toEqual({ taken: '1500000000' })
  })

  it('is captured once by concurrent requests', async () => {
    await bench.grant(10)
    const { id } = await reserve(5)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => capture(id, 5)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await bench.wallet()).toMatchObject({ balance: 5, held: 0 })
  })
})

describe('a frozen wallet', () => {
  it('accepts credits but blocks debits', async () => {
    const { creditAccountId } = await bench.grant(10)
    const { id } = await reserve(4)
    const other = await reserve(4)
    await bench.run((tx, scope) => freezeWallet(tx, scope, creditAccountId))
    await bench.run((tx, scope) => freezeWallet(tx, scope, creditAccountId))
    expect(await bench.wallet()).toMatchObject({ status: 'frozen' })
    expect(await bench.use(1)).toBe('frozen')
    await expect(reserve(1)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(capture(id, 5)).rejects.toMatchObject({ code: 'invalid_state' })
    const { id: grantId } = await bench.grant(5)
    expect(await bench.app.fails('voidGrant', { params: { id: grantId } })).toMatchObject({
      status: 409,
    })
    expect(
      await bench.app.fails('createAdjustment', {
        body: { customerId: 'jane', creditCurrencyId: 'ink', amount: -1 },
      }),
    ).toMatchObject({ status: 409 })
    await capture(id, 4)
    await release(other.id)
    expect(await bench.wallet()).toMatchObject({ balance: 11, held: 0 })
    await bench.run((tx, scope) => unfreezeWallet(tx, scope, creditAccountId))
    expect(await bench.use(1)).toEqual({ taken: '1000000000' })
    await expect(
      bench.run((tx, scope) => freezeWallet(tx, scope, 'wal_none')),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
