import type { TestClock } from '@purser/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SubscriptionBench,
  startSubscriptionBench,
} from '../../src/modules/subscriptions/testing/subscriptionBench.ts'
import { drainJobs } from '../harness/app/drainJobs.ts'

const JANUARY = '2031-01-31T10:00:00.000Z'
const JUNE = '2031-06-15T00:00:00.000Z'
const DAY_MS = 86_400_000

let bench: SubscriptionBench
beforeAll(async () => {
  bench = await startSubscriptionBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const newClock = async () =>
  (await bench.app.ok<TestClock>('createTestClock', { body: { frozenTime: JANUARY } })).id
const send = (id: string, to: string) =>
  bench.app.ok('advanceTestClock', { params: { id }, body: { to } })
const getTestClock = (id: string) => bench.app.ok<TestClock>('getTestClock', { params: { id } })
const advance = async (id: string, to: string) => {
  await send(id, to)
  await drainJobs(bench.app)
  expect(await getTestClock(id)).toMatchObject({ status: 'ready', frozenTime: to })
}

/** Summarizes the history of a clock's customers, without ids and wall-clock times. */
async function summarize(testClockId: string): Promise<string[]> {
  const readLines = async (sql: string) =>
    (await bench.app.pool.query<{ line: string }>(sql, [testClockId])).rows.map(({ line }) => line)
  const customerName = `split_part(c.id, ' ', 2)`
  const customers = `JOIN customers c ON c.bucket = x.bucket AND c.environment_id = x.environment_id
    AND c.id = x.customer_id AND c.test_clock_id = $1`
  return [
    ...(await readLines(`
      SELECT concat_ws(' ', ${customerName}, x.reason, x.status, x.cycle_start, x.issued_at, x.paid_at, x.total,
        x.attempt_count, x.next_attempt_at) AS line
      FROM invoices x ${customers} ORDER BY ${customerName}, x.issued_at, x.reason`)),
    ...(await readLines(`
      SELECT concat_ws(' ', ${customerName}, x.status, x.current_period_start, x.canceled_at, x.due_at) AS line
      FROM subscriptions x ${customers} ORDER BY ${customerName}`)),
    ...(await readLines(`
      SELECT concat_ws(' ', ${customerName}, x.type, x.created_at) AS line
      FROM outbox_messages x ${customers} ORDER BY ${customerName}, x.created_at, x.type`)),
    ...(await readLines(`
      SELECT concat_ws(' ', ${customerName}, l.created_at, l.type, l.amount, l.balance_after) AS line
      FROM credit_accounts x JOIN credit_ledger l ON l.bucket = x.bucket AND l.account_id = x.id
      ${customers} ORDER BY ${customerName}, l.seq`)),
  ]
}

/** Creates customers of every kind. Their ids start with the run, which the summary omits. */
async function startScript(run: string): Promise<string> {
  const testClockId = await newClock()
  for (const planId of ['pro', 'yearly', 'trial', 'team', 'metered', 'saver']) {
    const customerId = await bench.payer(`${run} ${planId}`, { testClockId })
    await bench.subscribe(customerId, planId)
  }
  const declined = await bench.payer(`${run} declined`, { testClockId })
  await bench.subscribe(declined, 'pro')
  await bench.card(declined, 'fails_later')
  const invoiced = await bench.customer(`${run} sent`, { testClockId, kind: 'slg' })
  await bench.subscribe(invoiced, 'pro')
  return testClockId
}

describe('subscriptions on a test clock', () => {
  it('renew at each boundary, and their invoices are paid at the same instant', async () => {
    const testClockId = await newClock()
    await bench.payer('monthly', { testClockId })
    await bench.subscribe('monthly', 'pro')
    await advance(testClockId, '2031-04-01T00:00:00.000Z')
    const invoices = await bench.invoices('monthly')
    expect(
      invoices.map(({ cycleStart, issuedAt, paidAt }) => [cycleStart, issuedAt, paidAt]),
    ).toEqual(
      ['2031-01-31', '2031-02-28', '2031-03-31'].map((day) =>
        Array(3).fill(new Date(`${day}T10:00:00Z`)),
      ),
    )
    expect(await bench.charges('monthly')).toHaveLength(3)
  })

  it('are charged again 1, 3, 5 and 7 days after a decline, then end', async () => {
    const testClockId = await newClock()
    await bench.payer('dunned', { testClockId })
    const { id } = await bench.subscribed('dunned', 'pro')
    await bench.card('dunned', 'fails_later')
    await advance(testClockId, '2031-03-31T00:00:00.000Z')
    const { rows } = await bench.app.pool.query<{ at: Date }>(
      `SELECT completed_at AS at FROM payments WHERE customer_id = 'dunned' AND status = 'failed'
       ORDER BY completed_at`,
    )
    const first = Date.parse('2031-02-28T10:00:00Z')
    expect(rows.map(({ at }) => (at.getTime() - first) / DAY_MS)).toEqual([0, 1, 3, 5, 7])
    expect(await bench.get(id)).toMatchObject({
      status: 'canceled',
      canceledAt: '2031-03-07T10:00:00.000Z',
    })
  })

  it('stop the clock if the provider does not report the result of their first payment', async () => {
    const testClockId = await newClock()
    const customerId = await bench.customer('unsaid', { testClockId })
    const { id } = await bench.subscribed(customerId, 'pro')
    const faults = (['charge', 'lookup'] as const).map((operation) => ({
      operation,
      effect: 'error',
      times: null,
      customerId,
    }))
    await bench.app.ok('setSandboxFaults', { body: { faults } })
    await send(testClockId, '2031-02-03T00:00:00.000Z')
    const [error] = await drainJobs(bench.app).then(
      () => [],
      ({ errors }: AggregateError) => errors as Error[],
    )
    expect(error?.message).toMatch(
      /^The payment provider does not report the outcome of payment .*\. Subscription sub_/,
    )
    expect(await getTestClock(testClockId)).toMatchObject({
      status: 'failed',
      frozenTime: '2031-02-01T09:00:00.000Z',
    })
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete' })
    await bench.app.ok('setSandboxFaults', { body: { faults: [] } })
    await advance(testClockId, '2031-02-03T00:00:00.000Z')
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete_expired' })
  })

  it('reach the same result if workers die while the clock advances', async () => {
    const quiet = await startScript('quiet')
    await advance(quiet, JUNE)
    const id = await startScript('killed')
    await send(id, JUNE)
    for (const until of ['2031-02-10', '2031-03-02', '2031-04-30']) {
      const dying = bench.run('advanceTestClock', {
        environmentId: bench.app.sandbox.environmentId,
        testClockId: id,
      })
      await killAt(id, until)
      await expect(dying).rejects.toThrow()
    }
    bench.app.clock.advance({ minutes: 2 })
    await bench.run('sweepTestClocks')
    await drainJobs(bench.app)
    expect(await getTestClock(id)).toMatchObject({ status: 'ready', frozenTime: JUNE })
    const summary = await summarize(quiet)
    expect(summary.length).toBeGreaterThan(100)
    expect(await summarize(id)).toEqual(summary)
  })

  /** Ends the connection that advances the clock once it has reached this instant. */
  async function killAt(id: string, until: string): Promise<void> {
    while (Date.parse((await getTestClock(id)).frozenTime) < Date.parse(until)) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const owner = new pg.Client({ connectionString: bench.app.databaseUrl })
    await owner.connect()
    await owner.query(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN test_clocks t ON t.id = $1
       WHERE l.locktype = 'advisory' AND l.granted
         AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(
           'test clock ' || t.environment_id || ' ' || t.id, 0)`,
      [id],
    )
    await owner.end()
  }
})
