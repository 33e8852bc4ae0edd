import type { TestClock } from '@purser/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxOracle } from '../../src/modules/payments/testing/sandboxOracle.ts'
import { checkInvariants } from '../../src/platform/db/invariants/checkInvariants.ts'
import { drainJobs } from '../harness/app/drainJobs.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { createPortfolioCatalog } from './portfolio/portfolioCatalog.ts'
import {
  act,
  LAST_SIGN_UP,
  type PortfolioCustomer,
  planCustomer,
  signUp,
} from './portfolio/portfolioCustomer.ts'

/** The full size takes long: PURSER_TEST_PORTFOLIO=all, or a size such as 100x6. */
const SIZES: Readonly<Record<string, string>> = { few: '24x3', all: '500x12' }
const size = process.env.PURSER_TEST_PORTFOLIO ?? 'few'
const [CUSTOMERS = 0, MONTHS = 0] = (SIZES[size] ?? size).split('x').map(Number)
const SEED = Number(process.env.PURSER_TEST_PORTFOLIO_SEED ?? 1)
const STEPS_A_MONTH = 4
const LANES = 6

const BEGIN = Date.UTC(2026, 0, 1)
const instantOf = (step: number) =>
  new Date(Date.UTC(2026, 0, 1 + Math.floor(step * 7.6), (step * 7) % 24, step % 60)).toISOString()
const STEPS = MONTHS * STEPS_A_MONTH

let app: TestApp
let clock: TestClock
beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  await createPortfolioCatalog(app)
  await app.ok('createTestClock', { body: { frozenTime: new Date(BEGIN).toISOString() } })
  clock = await app.ok<TestClock>('createTestClock', {
    body: { frozenTime: new Date(BEGIN).toISOString(), name: 'Portfolio' },
  })
})
afterAll(() => app.stop())

const SWEEPERS = ['deliverSandboxEvents', 'sweepProviderEvents', 'sweepRefunds', 'sweepTestClocks']

/** Processes the provider's webhooks and their effects, which follow the wall clock. */
async function settle(): Promise<void> {
  app.clock.advance({ minutes: 2 })
  for (const task of SWEEPERS) await app.app.jobs.handlers[task]?.({})
  await drainJobs(app)
}

/** Analyzes the new tables. The planner would choose bad joins until autovacuum does it. */
async function learnSizes(): Promise<void> {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query('ANALYZE')
  await owner.end()
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, worker))
}

async function advance(to: string): Promise<void> {
  const params = { id: clock.id }
  await app.ok('advanceTestClock', { params, body: { to } })
  await settle()
  const testClock = await app.ok<TestClock>('getTestClock', { params })
  expect(testClock).toMatchObject({ status: 'ready', frozenTime: to })
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000)

const count = async (sql: string): Promise<number> =>
  (await app.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)).rows[0]
    ?.count ?? 0

const broken = async (sql: string) =>
  (await app.pool.query<{ broken: string }>(sql)).rows.map((row) => row.broken)

describe(`${MONTHS} months of ${CUSTOMERS} customers on a test clock`, () => {
  it('pass without an error despite declines, changes, pauses and disputes', async () => {
    const customers = Array.from({ length: CUSTOMERS }, (_, index) => planCustomer(SEED, index))
    const signedUp: PortfolioCustomer[] = []
    const startedAt = performance.now()
    for (let step = 0; step < STEPS; step += 1) {
      const now = step === 0 ? new Date(BEGIN).toISOString() : instantOf(step)
      const newCustomers = customers.filter(({ signsUpAt }) => signsUpAt === step)
      await inParallel(newCustomers, (customer) => signUp(app, customer, clock.id))
      await inParallel(signedUp, (customer) => act(app, customer, now))
      signedUp.push(...newCustomers)
      await settle()
      if (step <= LAST_SIGN_UP) await learnSizes()
      await advance(instantOf(step + 1))
      if (size !== 'few') console.info(`step ${step + 1} of ${STEPS}: ${secondsSince(startedAt)} s`)
    }
    await settle()
    await settle()
  }, 7_200_000)

  it('include renewals, declines, disputes, changes, refills, grants and usage', async () => {
    const happened = {
      renewals: await count(`invoices WHERE reason = 'period'`),
      paid: await count(`invoices WHERE status = 'paid' AND amount_paid > 0`),
      declined: await count(`payments WHERE status = 'failed'`),
      canceled: await count(`subscriptions WHERE status = 'canceled'`),
      disputes: await count('disputes'),
      changes: await count(`invoices WHERE reason = 'change'`),
      refills: await count(
        `topup_attempts WHERE trigger_source <> 'manual' AND status = 'succeeded'`,
      ),
      grants: await count('credit_grants'),
      usage: await count(`invoice_lines WHERE type = 'usage'`),
    }
    if (size !== 'few') console.info(happened)
    expect(happened.renewals).toBeGreaterThan(CUSTOMERS * (MONTHS / 3))
    for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(0)
  })

  it('keep every invariant and agree with the provider’s book', async () => {
    expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
    expect(await checkInvariants(app.pool, sandboxOracle)).toEqual([])
  })

  it('bill each period once and without overlaps', async () => {
    expect(
      await broken(`
        SELECT subscription_id || ' ' || cycle_start AS broken FROM invoices
        WHERE cycle_start IS NOT NULL
        GROUP BY subscription_id, cycle_start HAVING count(*) > 1`),
    ).toEqual([])
    // Periods billed in advance. A change during a period bills the rest of it again.
    const following = `
      SELECT l.subscription_id, l.charge_id, l.period_start, l.period_end,
        lead(l.period_start) OVER (PARTITION BY l.subscription_id, l.charge_id
          ORDER BY l.period_start) AS next
      FROM invoice_lines l JOIN invoices i ON i.bucket = l.bucket AND i.id = l.invoice_id
      WHERE l.type = 'recurring' AND i.status <> 'void' AND i.reason IN ('start', 'period')`
    expect(
      await broken(`SELECT subscription_id || ' ' || period_start AS broken
        FROM (${following}) f WHERE next < period_end AND NOT EXISTS (
          SELECT FROM invoices i WHERE i.subscription_id = f.subscription_id
            AND i.reason = 'change' AND i.issued_at BETWEEN f.period_start AND f.period_end)`),
    ).toEqual([])
  })

  it('leave no billing gap, except during a pause', async () => {
    // The fee of a period. For a metered plan, this is its minimum and its usage.
    const billed = `
      SELECT l.subscription_id, l.period_start,
        max(l.period_end) OVER before AS billed_to, max(l.period_start) OVER before AS since
      FROM invoice_lines l JOIN invoices i ON i.bucket = l.bucket AND i.id = l.invoice_id
      JOIN plans p ON p.environment_id = l.environment_id AND p.id = l.plan_id
      WHERE i.status <> 'void' AND (l.type = 'recurring'
        OR (l.type IN ('usage', 'minimum') AND p.slug = 'metered'))
      WINDOW before AS (PARTITION BY l.subscription_id ORDER BY l.period_start
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
    expect(
      await broken(`SELECT concat_ws(' ', subscription_id, billed_to, period_start) AS broken
        FROM (${billed}) b WHERE period_start > billed_to
          AND NOT EXISTS (SELECT FROM outbox_messages m
            WHERE m.payload ->> 'id' = b.subscription_id AND m.payload ->> 'status' = 'paused'
              AND m.created_at >= b.since AND m.created_at < b.period_start)`),
    ).toEqual([])
    expect(await count(`(${billed}) b WHERE period_start = billed_to`)).toBeGreaterThan(CUSTOMERS)
  })

  it('leave no due work', async () => {
    expect(
      await broken(`SELECT id || ' ' || due_at AS broken FROM subscriptions s
        WHERE due_at <= (SELECT frozen_time FROM test_clocks WHERE id = '${clock.id}')`),
    ).toEqual([])
    expect(await count(`payments WHERE status = 'pending'`)).toBe(0)
    expect(await count(`test_clocks WHERE status <> 'ready'`)).toBe(0)
  })
})
