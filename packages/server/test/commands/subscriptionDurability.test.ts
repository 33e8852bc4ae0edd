import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxOracle } from '../../src/modules/payments/testing/sandboxOracle.ts'
import { checkInvariants } from '../../src/platform/db/checkInvariants.ts'
import {
  eventually,
  freePort,
  type RunningPurser,
  startPurser,
  temporaryDataDir,
} from '../harness/purserProcess.ts'
import { createTestDatabase, type TestDatabase } from '../harness/testDatabase.ts'

let database: TestDatabase
/** The test's own way to the rows, to see how far a request got and to hold it up there. */
let owner: pg.Pool
let settings: Parameters<typeof startPurser>[0]
let remove: () => Promise<void>
let purser: RunningPurser

beforeAll(async () => {
  const temporary = await temporaryDataDir()
  remove = temporary.remove
  database = await createTestDatabase()
  owner = new pg.Pool({ connectionString: database.url, max: 4 })
  settings = {
    PURSER_DATA_DIR: temporary.dataDir,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    PURSER_RATE_LIMIT: 'off',
  }
  purser = await startPurser(settings)
  await send('POST', '/v1/products', { name: 'App', slug: 'app' })
  for (const [slug, amount] of Object.entries({ small: 1_000, big: 3_000 })) {
    await send('POST', '/v1/plans', {
      productId: 'app',
      name: slug,
      slug,
      currency: 'usd',
      interval: 'month',
      charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount } }],
    })
  }
}, 60_000)
afterAll(async () => {
  expect(await purser.end('SIGTERM')).toBe(0)
  await owner.end()
  await database.drop()
  await remove()
}, 60_000)

async function send<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const { baseUrl, secretKey } = purser.credentials
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': secretKey, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

/** Who subscribes, or changes a subscription; `isAlone` never sends the request again. */
interface Buyer {
  customerId: string
  isAlone: boolean
  path: string
  body: object
  /** What the provider must have charged in the end, and the plan that there must be. */
  charges: number
  plan: string
}

let buyers = 0

async function newBuyer(kind: 'new' | 'change', isAlone = false): Promise<Buyer> {
  const customerId = `${kind}-${buyers}`
  buyers += 1
  await send('PUT', `/v1/customers/${customerId}`, { currency: 'usd', timezone: 'UTC' })
  await send('POST', '/v1/sandbox/payment-methods', { customerId, behaviour: 'success' })
  const creation = { path: '/v1/subscriptions', body: { customerId, planId: 'small' } }
  if (kind === 'new') {
    return { customerId, isAlone, ...creation, charges: 1, plan: 'small' }
  }
  const { subscriptionId } = await send<{ subscriptionId: string }>(
    'POST',
    creation.path,
    creation.body,
  )
  const path = `/v1/subscriptions/${subscriptionId}/change`
  return { customerId, isAlone, path, body: { planId: 'big' }, charges: 2, plan: 'big' }
}

const newCrowd = async () => [
  await newBuyer('new'),
  await newBuyer('change'),
  await newBuyer('new', true),
  await newBuyer('change', true),
]

/** Whatever becomes of the connection is not the matter here. */
const ask = ({ customerId, path, body }: Buyer) =>
  send('POST', path, body, { 'idempotency-key': customerId })
const asked = (crowd: readonly Buyer[]) =>
  Promise.all(crowd.map((buyer) => ask(buyer).catch(() => null)))

const has = async (sql: string, ...values: unknown[]): Promise<boolean> =>
  (await owner.query(sql, values)).rows.length > 0

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await owner.query(sql, values)).rows.length

const all = async (crowd: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(crowd.map(holds))).every(Boolean)
const any = async (crowd: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(crowd.map(holds))).some(Boolean)

const isBegun = async ({ customerId, charges }: Buyer) =>
  (await count('SELECT FROM payments WHERE customer_id = $1', customerId)) === charges
const isCharged = async ({ customerId, charges }: Buyer) =>
  (await count(
    `SELECT FROM sandbox_intents i JOIN sandbox_customers c ON c.id = i.owner_id
     WHERE c.customer_reference = $1 AND i.status = 'succeeded'`,
    customerId,
  )) === charges
const isBooked = async ({ customerId, charges }: Buyer) =>
  (await count(
    `SELECT FROM payments WHERE customer_id = $1 AND status = 'succeeded'`,
    customerId,
  )) === charges
/** The provider has the request, and waits. */
const isStruck = ({ customerId }: Buyer) =>
  has('SELECT FROM sandbox_faults WHERE customer_reference = $1 AND times = 0', customerId)

const setFaults = (...faults: Record<string, unknown>[]) =>
  send('PUT', '/v1/sandbox/faults', { faults })

const delays = (crowd: readonly Buyer[], delayMs: number) =>
  crowd.flatMap(({ customerId }) => [
    { operation: 'charge', effect: 'delay', delayMs, customerId },
    { operation: 'webhook', effect: 'drop', times: null, customerId },
  ])

/** Runs a job in the running process and waits until it is over. */
async function runJob(task: string): Promise<void> {
  const key = `test-${task}`
  await owner.query('SELECT graphile_worker.add_job($1, job_key => $2)', [task, key])
  await eventually(async () => !(await has('SELECT FROM graphile_worker.jobs WHERE key = $1', key)))
}

/** Holds rows until it is let go, so that whoever needs them waits. */
async function hold(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await owner.connect()
  await client.query('BEGIN')
  await client.query(sql, values)
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const lockCustomers = (crowd: readonly Buyer[]) =>
  hold('SELECT FROM customers WHERE id = ANY($1) FOR UPDATE', [idsOf(crowd)])

/** One charge of each thing bought, one invoice each that is paid by it, and the plan in force. */
async function expectBoughtOnce({ customerId, charges, plan }: Buyer): Promise<void> {
  const book = await send<{ charges: { status: string }[]; refunds: unknown[] }>(
    'GET',
    `/v1/sandbox/book?customerId=${customerId}`,
  )
  const { rows: invoices } = await owner.query(
    'SELECT status, amount_paid = total AS whole FROM invoices WHERE customer_id = $1',
    [customerId],
  )
  const { rows: subscriptions } = await owner.query(
    `SELECT s.status, p.slug FROM subscriptions s JOIN plans p ON p.id = s.plan_id
     WHERE s.customer_id = $1`,
    [customerId],
  )
  const expected = <T>(one: T): T[] => Array.from({ length: charges }, () => one)
  expect({ customerId, ...book, invoices, subscriptions }).toMatchObject({
    customerId,
    charges: expected({ status: 'succeeded' }),
    refunds: [],
    invoices: expected({ status: 'paid', whole: true }),
    subscriptions: [{ status: 'active', slug: plan }],
  })
}

/** After a kill: some clients repeat their request with its key, of the others nobody hears again. */
async function recover(crowd: readonly Buyer[]): Promise<void> {
  await setFaults()
  // The process that had begun is dead: a minute later anybody may go on with its request.
  await owner.query('UPDATE idempotency_keys SET running_until = NULL')
  for (const buyer of crowd) if (!buyer.isAlone) await ask(buyer)
  await runJob('collectDueInvoices')
  await runJob('collectDueInvoices')
  for (const buyer of crowd) await expectBoughtOnce(buyer)
}

const waiters = () => count(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
const idsOf = (crowd: readonly Buyer[]) => crowd.map(({ customerId }) => customerId)

it('kill -9 at each step of a subscription and of a change leaves one charge, and what was bought', async () => {
  const unsent = [await newBuyer('new'), await newBuyer('change')]
  const uncharged = await newCrowd()
  const unbooked = await newCrowd()
  const unanswered = [await newBuyer('new'), await newBuyer('change')]
  await setFaults(
    ...delays(uncharged, 600_000),
    ...delays(unbooked, 1_500),
    ...delays(unanswered, 500),
  )
  const answers: Promise<unknown>[] = []
  const held: (() => Promise<void>)[] = []

  // The provider has the request and has done nothing.
  answers.push(asked(uncharged))
  await eventually(() => all(uncharged, isStruck))

  // We have stored it, and nobody was answered.
  answers.push(asked(unanswered))
  await eventually(() => all(unanswered, isStruck))
  held.push(
    await hold('SELECT FROM idempotency_keys WHERE key = ANY($1) FOR UPDATE', [idsOf(unanswered)]),
  )
  await eventually(() => all(unanswered, isBooked))

  // The provider has charged, and we have not stored it.
  answers.push(asked(unbooked))
  await eventually(() => all(unbooked, isStruck))
  held.push(await lockCustomers(unbooked))
  await eventually(() => all(unbooked, isCharged))

  // Nothing is written.
  const before = await waiters()
  held.push(await lockCustomers(unsent))
  answers.push(asked(unsent))
  await eventually(async () => (await waiters()) >= before + 2)

  await purser.end('SIGKILL')
  expect(await any(unsent, isBegun)).toBe(false)
  expect(await any(uncharged, isCharged)).toBe(false)
  expect(await all(unbooked, isCharged)).toBe(true)
  expect(await any(unbooked, isBooked)).toBe(false)
  expect(await all(unanswered, isBooked)).toBe(true)
  await Promise.all(held.map((letGo) => letGo()))
  await Promise.all(answers)
  purser = await startPurser(settings)

  await recover([...unsent, ...uncharged, ...unbooked, ...unanswered])
  expect(await checkInvariants(owner, sandboxOracle)).toEqual([])
}, 120_000)
