import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundlePurser } from '../harness/process/bundlePurser.ts'
import { environmentOf, eventually, repository } from '../harness/process/purserProcess.ts'
import { type MortalPurser, startMortalPurser } from '../harness/process/startMortalPurser.ts'
import { runsAll } from '../harness/runsAll.ts'

/** Set `PURSER_TEST_SECONDS=600` for ten minutes of renewals. */
const SECONDS = Number(process.env.PURSER_TEST_SECONDS ?? 3)
const SUBSCRIBERS = runsAll ? 24 : 12
const PRICE = 500
/** The number of periods that become due at once for every customer. */
const MISSED = 2
const DEADLINE_MS = 120_000

/** The server, with a worker that keeps running. */
let purser: MortalPurser
/** The worker that is killed. */
let killedWorker: ChildProcess

beforeAll(async () => {
  purser = await startMortalPurser()
  await purser.send('POST', '/v1/products', { name: 'Daily', slug: 'daily' })
  await purser.send('POST', '/v1/plans', {
    productId: 'daily',
    name: 'Paper',
    slug: 'paper',
    currency: 'usd',
    interval: 'day',
    charges: [{ type: 'recurring', name: 'Paper', pricing: { model: 'flat', amount: PRICE } }],
  })
  for (let at = 0; at < SUBSCRIBERS; at += 1) {
    const customerId = `reader-${at}`
    await purser.send('PUT', `/v1/customers/${customerId}`, { currency: 'usd', timezone: 'UTC' })
    await purser.send('POST', '/v1/sandbox/payment-methods', { customerId, behaviour: 'success' })
    await purser.send('POST', '/v1/subscriptions', { customerId, planId: 'paper' })
  }
  killedWorker = await startWorker()
})
afterAll(async () => {
  killedWorker.kill('SIGKILL')
  await purser.end()
})

/** Starts another worker and waits until it is ready. */
async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [await bundlePurser(), 'work'], {
    env: environmentOf(purser.settings),
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: repository,
  })
  let output = ''
  worker.stdout.on('data', (chunk) => {
    output += chunk
  })
  await eventually(() => output.includes('ready'))
  return worker
}

/**
 * Moves all rows into the past by the given number of days, so that the same number of periods is
 * due. The lock keeps other processes away from all customers. Invoices move in two steps, because
 * a unique index does not let an invoice take the date of another one.
 */
async function passDays(days: number): Promise<void> {
  const back = `- interval '${days} days'`
  await purser.rows(`
    BEGIN;
    SELECT FROM customer_stamps FOR UPDATE;
    UPDATE subscriptions SET billing_anchor = billing_anchor ${back}, due_at = due_at ${back},
      current_period_start = current_period_start ${back},
      current_period_end = current_period_end ${back}, invoiced_through = invoiced_through ${back}
      WHERE product_id IS NOT NULL;
    UPDATE invoices SET cycle_start = cycle_start - interval '36500 days';
    UPDATE invoices SET cycle_start = cycle_start + interval '36500 days' ${back},
      period_start = period_start ${back}, period_end = period_end ${back};
    UPDATE invoice_lines SET period_start = period_start ${back}, period_end = period_end ${back};
    COMMIT`)
}

const isDone = async (): Promise<boolean> => {
  const [backlog] = await purser.rows<{ due: number; unpaid: number }>(`
    SELECT (SELECT count(*)::int FROM subscriptions WHERE due_at <= now()) AS due,
      (SELECT count(*)::int FROM invoices WHERE status = 'open') AS unpaid`)
  return backlog?.due === 0 && backlog.unpaid === 0
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it(
  'every period has one invoice and one charge although workers are killed at random moments',
  async () => {
    const end = performance.now() + SECONDS * 1_000
    let periods = 1
    let kills = 0
    do {
      await passDays(MISSED)
      periods += MISSED
      for (let at = 0; at < 4; at += 1) {
        await purser.leaveJob('renewDueSubscriptions')
        await purser.leaveJob('collectDueInvoices')
        await pause(randomInt(150))
      }
      killedWorker.kill('SIGKILL')
      kills += 1
      killedWorker = await startWorker()
    } while (performance.now() < end)
    await eventually(async () => {
      await purser.leaveJob('renewDueSubscriptions')
      await purser.leaveJob('collectDueInvoices')
      await pause(500)
      return isDone()
    }, DEADLINE_MS)
    process.stdout.write(`${kills} kills, ${periods * SUBSCRIBERS} periods\n`)
    const bills = await purser.rows<{ subscription_id: string; invoices: number; days: number }>(`
      SELECT subscription_id, count(*)::int AS invoices, count(DISTINCT cycle_start)::int AS days
      FROM invoices WHERE status = 'paid' AND customer_id LIKE 'reader-%' GROUP BY 1`)
    expect(bills).toHaveLength(SUBSCRIBERS)
    for (const bill of bills) expect(bill).toMatchObject({ invoices: periods, days: periods })
    const charged = await purser.rows<{ charges: number; amount: number }>(`
      SELECT count(*)::int AS charges, sum(i.amount)::int AS amount
      FROM sandbox_intents i JOIN sandbox_customers c ON c.id = i.owner_id
      WHERE i.kind = 'payment' AND i.status = 'succeeded' AND c.customer_reference LIKE 'reader-%'`)
    const charges = periods * SUBSCRIBERS
    expect(charged).toEqual([{ charges, amount: charges * PRICE }])
    await purser.expectSoundBooks()
  },
  600_000 + SECONDS * 2_000,
)
