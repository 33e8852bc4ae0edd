import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { reserveCredits } from '../../credits/index.ts'
import { type ClockBench, startClockBench } from '../testing/clockBench.ts'

const MARCH = '2031-03-01T00:00:00.000Z'
const APRIL = '2031-04-01T00:00:00.000Z'
const HOUR_MS = 3_600_000

let bench: ClockBench
beforeAll(async () => {
  bench = await startClockBench()
})
afterAll(async () => {
  await bench.sweepAll()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

const hoursAfter = (start: string, instant: string) =>
  (Date.parse(instant) - Date.parse(start)) / HOUR_MS

/** Reserves credits for three hours. */
const reserve = async (customerId: string, amount: number) => {
  const scope = bench.app.sandbox.scope()
  const { id: creditCurrencyId } = await bench.app.ok<{ id: string }>('getCreditCurrency', {
    params: { id: 'money' },
  })
  const request = { customerId, creditCurrencyId, amount: parseAmount(amount) }
  await withTransaction(bench.app.db, (tx) =>
    reserveCredits(tx, scope, { ...request, expiresInSeconds: 3 * 3_600 }),
  )
}

/** Returns the first instant after the expiry month of the customer's card. */
async function endOfCard(customerId: string): Promise<number> {
  const { rows } = await bench.app.pool.query<{ year: number; month: number }>(
    'SELECT exp_year AS year, exp_month AS month FROM payment_methods WHERE customer_id = $1',
    [customerId],
  )
  const [card] = rows
  return Date.UTC(card?.year ?? 0, card?.month ?? 0, 1)
}

/**
 * Creates a customer with expiring grants, an expiring reservation and a top-up rule with a
 * declined card.
 */
async function liveThroughMarch(id: string, testClockId: string): Promise<void> {
  await bench.customer(id, { testClockId })
  await bench.card(id, 'fails_later')
  await bench.grant(id, 300, { expiresAt: '2031-03-10T00:00:00Z' })
  await bench.grant(id, 200, { expiresAt: '2031-03-20T12:00:00Z' })
  await bench.grant(id, 400)
  await reserve(id, 100)
  await bench.rule(id)
  await bench.spend(id, 750)
}

describe('a month on a test clock', () => {
  it('expires grants, releases reservations and tops up low balances, each at its time', async () => {
    const { id } = await bench.clock(MARCH)
    await bench.customer('jane', { testClockId: id })
    await bench.card('jane')
    await bench.grant('jane', 300, { expiresAt: '2031-03-10T00:00:00Z' })
    await bench.grant('jane', 200)
    await reserve('jane', 250)
    await bench.rule('jane', { threshold: 200 })
    expect(await bench.advance(id, APRIL)).toMatchObject({ status: 'ready', frozenTime: APRIL })
    const ledger = (await bench.ledger('jane')).reverse()
    expect(ledger.map((row) => `${row.createdAt} ${row.type} ${row.amount}`)).toEqual([
      `${MARCH} CREDIT 300`,
      `${MARCH} CREDIT 200`,
      `${MARCH} HOLD 250`,
      '2031-03-01T03:00:00.000Z RELEASE 250',
      '2031-03-10T00:00:00.000Z EXPIRE 300',
      '2031-03-10T00:00:00.000Z CREDIT 1000',
    ])
    expect(await bench.wallet('jane')).toMatchObject({ balance: 1_200 })
    const { rows } = await bench.app.pool.query<{ type: string; at: Date }>(
      `SELECT type, created_at AS at FROM outbox_messages
       WHERE customer_id = 'jane' AND type ~ '^(payment\\.|topup)' ORDER BY type`,
    )
    expect(rows).toEqual([
      { type: 'payment.succeeded', at: new Date('2031-03-10T00:00:00Z') },
      { type: 'topup.succeeded', at: new Date('2031-03-10T00:00:00Z') },
    ])
  })

  it('retries a declined card by the test clock, after 0, 1, 7, 31 and 55 hours', async () => {
    const { id } = await bench.clock(MARCH)
    await bench.customer('declined', { testClockId: id })
    await bench.card('declined', 'fails_later')
    await bench.grant('declined', 500)
    await bench.rule('declined')
    await bench.spend('declined', 450)
    await bench.advance(id, '2031-03-03T08:00:00.000Z')
    const attempts = (await bench.attempts('declined')).reverse()
    const lines = attempts.map(
      ({ createdAt, completedAt, status }) =>
        `${hoursAfter(MARCH, createdAt)} ${hoursAfter(createdAt, completedAt ?? '')} ${status}`,
    )
    expect(lines).toEqual(['0 0 failed', '1 0 failed', '7 0 failed', '31 0 failed', '55 0 failed'])
    expect((await bench.book('declined')).charges).toHaveLength(5)
    await bench.card('declined')
    await bench.advance(id, APRIL)
    expect(await bench.wallet('declined')).toMatchObject({ balance: 1_050 })
    expect((await bench.attempts('declined'))[0]).toMatchObject({
      status: 'succeeded',
      createdAt: '2031-03-04T07:00:00.000Z',
    })
  })

  it("waits for the customer's next month when the monthly limit is reached", async () => {
    const { id } = await bench.clock('2031-03-15T00:00:00Z')
    await bench.customer('limited', { testClockId: id, timezone: 'Pacific/Auckland' })
    await bench.card('limited')
    await bench.grant('limited', 500)
    await bench.rule('limited', { threshold: 5_000, monthlyChargeLimit: 2_000 })
    await bench.advance(id, '2031-04-15T00:00:00Z')
    expect((await bench.attempts('limited')).map(({ createdAt }) => createdAt).reverse()).toEqual([
      '2031-03-15T00:00:00.000Z',
      '2031-03-15T00:00:00.000Z',
      '2031-03-31T11:00:00.000Z',
      '2031-03-31T11:00:00.000Z',
    ])
  })

  it('emits an event 30 days before a card expires, and does not charge an expired card', async () => {
    const { id } = await bench.clock('2027-01-01T00:00:00Z')
    await bench.customer('carded', { testClockId: id })
    await bench.card('carded')
    const end = await endOfCard('carded')
    const cardNotices = async () =>
      (
        await bench.app.pool.query<{ at: Date }>(
          `SELECT created_at AS at FROM outbox_messages
           WHERE customer_id = 'carded' AND type = 'payment_method.expiring'`,
        )
      ).rows
    await bench.advance(id, new Date(end - 31 * 24 * HOUR_MS).toISOString())
    expect(await cardNotices()).toEqual([])
    await bench.advance(id, new Date(end - 1).toISOString())
    expect(await cardNotices()).toEqual([{ at: new Date(end - 30 * 24 * HOUR_MS) }])
    expect(await bench.methods('carded')).toMatchObject([{ status: 'active' }])
    await bench.advance(id, new Date(end).toISOString())
    expect(await bench.methods('carded')).toMatchObject([{ status: 'expired' }])
    expect(await cardNotices()).toHaveLength(1)
  })

  it('can be in the past, and does not affect the customers of other clocks', async () => {
    const { id } = await bench.clock('2019-01-01T00:00:00Z')
    const other = await bench.clock('2019-01-01T00:00:00Z')
    const grants = { expiresAt: '2019-01-02T00:00:00Z' }
    for (const [customerId, testClockId] of [
      ['past', id],
      ['other', other.id],
    ] as const) {
      await bench.customer(customerId, { testClockId })
      await bench.grant(customerId, 10, grants)
    }
    await bench.advance(id, '2019-02-01T00:00:00Z')
    expect((await bench.ledger('past')).map(({ type }) => type)).toEqual(['EXPIRE', 'CREDIT'])
    expect((await bench.ledger('other')).map(({ type }) => type)).toEqual(['CREDIT'])
  })
})

describe('two runs of the same script', () => {
  it('produce the same rows, even if the workers of one run are killed', async () => {
    const script = async (customerId: string) => {
      const { id } = await bench.clock(MARCH)
      await liveThroughMarch(customerId, id)
      await bench.drain()
      return id
    }
    await bench.advance(await script('quiet'), APRIL)
    const id = await script('killed')
    await bench.send(id, APRIL)
    for (const until of ['2031-03-01T05:00:00Z', '2031-03-12T00:00:00Z', '2031-03-25T00:00:00Z']) {
      const dying = bench.run('advanceTestClock', {
        environmentId: bench.app.sandbox.environmentId,
        testClockId: id,
      })
      await killAt(id, until)
      await expect(dying).rejects.toThrow()
      expect(await bench.clockNow(id)).toMatchObject({ status: 'advancing' })
    }
    await bench.run('sweepTestClocks')
    bench.app.clock.advance({ minutes: 2 })
    await bench.run('sweepTestClocks')
    await bench.drain()
    expect(await bench.clockNow(id)).toMatchObject({ status: 'ready', frozenTime: APRIL })
    const history = await bench.history('quiet')
    expect(history.length).toBeGreaterThan(60)
    expect(await bench.history('killed')).toEqual(history)
  })

  /** Terminates the connection that holds the clock as soon as the clock reaches `until`. */
  async function killAt(id: string, until: string): Promise<void> {
    const owner = new pg.Client({ connectionString: bench.app.databaseUrl })
    await owner.connect()
    let killed = 0
    while (killed === 0) {
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 1 AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND EXISTS (SELECT FROM test_clocks WHERE id = $1 AND frozen_time >= $2)`,
        [id, until],
      )
      killed = rowCount ?? 0
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await owner.end()
  }
})

describe('while a clock advances', () => {
  const setGoing = (id: string, at: string) =>
    bench.app.pool.query(
      `UPDATE test_clocks SET status = 'advancing', target_time = $2, frozen_time = $2 WHERE id = $1`,
      [id, at],
    )

  it('the sweepers skip its customers', async () => {
    const ahead = await bench.clock(MARCH)
    const behind = await bench.clock('2019-01-01T00:00:00Z')
    await bench.customer('swept behind', { testClockId: behind.id })
    await bench.grant('swept behind', 10, { expiresAt: '2019-01-02T00:00:00Z' })
    await bench.customer('swept low', { testClockId: ahead.id })
    await bench.grant('swept low', 500)
    await bench.rule('swept low')
    await bench.spend('swept low', 450)
    await bench.run('sweepTopUpAttempts')
    await bench.card('swept low')
    await liveThroughMarch('swept', ahead.id)
    await setGoing(ahead.id, APRIL)
    await setGoing(behind.id, '2019-02-01T00:00:00Z')
    const all = async () =>
      (await Promise.all(['swept', 'swept low', 'swept behind'].map(bench.history))).flat()
    const before = await all()
    await bench.drain()
    for (const job of ['settleDueWallets', 'sweepTopUpAttempts', 'noticeExpiringMethods']) {
      await bench.run(job)
    }
    expect(await all()).toEqual(before)
    for (const { id: testClockId } of [ahead, behind]) {
      const { environmentId } = bench.app.sandbox
      await bench.run('advanceTestClock', { environmentId, testClockId })
    }
    expect((await all()).length).toBeGreaterThan(before.length + 1)
  })
})
