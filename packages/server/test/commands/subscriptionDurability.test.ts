import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../harness/process/purserProcess.ts'
import { type MortalPurser, startMortalPurser } from '../harness/process/startMortalPurser.ts'

let purser: MortalPurser

beforeAll(async () => {
  purser = await startMortalPurser()
  await purser.send('POST', '/v1/products', { name: 'App', slug: 'app' })
  for (const [slug, amount] of Object.entries({ small: 1_000, big: 3_000 })) {
    await purser.send('POST', '/v1/plans', {
      productId: 'app',
      name: slug,
      slug,
      currency: 'usd',
      interval: 'month',
      charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount } }],
    })
  }
})
afterAll(() => purser.end())

/** A customer who subscribes or changes a subscription. If `isAlone`, its client never retries. */
interface Buyer {
  customerId: string
  isAlone: boolean
  path: string
  body: object
  /** The expected number of charges at the provider, and the expected plan. */
  charges: number
  plan: string
}

let buyers = 0

async function newBuyer(kind: 'new' | 'change', isAlone = false): Promise<Buyer> {
  const customerId = `${kind}-${buyers}`
  buyers += 1
  await purser.send('PUT', `/v1/customers/${customerId}`, { currency: 'usd', timezone: 'UTC' })
  await purser.send('POST', '/v1/sandbox/payment-methods', { customerId, behaviour: 'success' })
  const creation = { path: '/v1/subscriptions', body: { customerId, planId: 'small' } }
  if (kind === 'new') {
    return { customerId, isAlone, ...creation, charges: 1, plan: 'small' }
  }
  const { subscriptionId } = await purser.send<{ subscriptionId: string }>(
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

/** Sends the request and ignores connection errors, which do not matter here. */
const send = ({ customerId, path, body }: Buyer) =>
  purser.send('POST', path, body, { 'idempotency-key': customerId })
const sendAll = (group: readonly Buyer[]) =>
  Promise.all(group.map((buyer) => send(buyer).catch(() => null)))

/**
 * Sends the request again whenever it fails, because the sessions that wait for locks may leave
 * the server without a free connection.
 */
const sendUntil = (isOver: () => boolean, buyer: Buyer) =>
  eventually(
    async () =>
      isOver() ||
      send(buyer).then(
        () => true,
        () => false,
      ),
  )

const all = async (group: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(group.map(holds))).every(Boolean)
const any = async (group: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(group.map(holds))).some(Boolean)

const hasStarted = async ({ customerId, charges }: Buyer) =>
  (await purser.count('SELECT FROM payments WHERE customer_id = $1', customerId)) === charges
const isCharged = async ({ customerId, charges }: Buyer) =>
  (await purser.count(
    `SELECT FROM sandbox_intents i JOIN sandbox_customers c ON c.id = i.owner_id
     WHERE c.customer_reference = $1 AND i.status = 'succeeded'`,
    customerId,
  )) === charges
const isBooked = async ({ customerId, charges }: Buyer) =>
  (await purser.count(
    `SELECT FROM payments WHERE customer_id = $1 AND status = 'succeeded'`,
    customerId,
  )) === charges
/**
 * The number of charges that the provider delays. It is high enough to also delay the job that
 * collects invoices every minute.
 */
const FAULTS = 9
/** Checks whether the provider has received the request. */
const isAtProvider = ({ customerId }: Buyer) =>
  purser.has(
    'SELECT FROM sandbox_faults WHERE customer_reference = $1 AND times < $2',
    customerId,
    FAULTS,
  )

const delays = (group: readonly Buyer[], delayMs: number) =>
  group.flatMap(({ customerId }) => [
    { operation: 'charge', effect: 'delay', delayMs, times: FAULTS, customerId },
    { operation: 'webhook', effect: 'drop', times: null, customerId },
  ])

const lockCustomers = (group: readonly Buyer[]) =>
  purser.hold('SELECT FROM customers WHERE id = ANY($1) FOR UPDATE', [idsOf(group)])

/** Checks that each purchase has one charge and one paid invoice, and that the plan is active. */
async function expectBoughtOnce({ customerId, charges, plan }: Buyer): Promise<void> {
  const book = await purser.send<{ charges: { status: string }[]; refunds: unknown[] }>(
    'GET',
    `/v1/sandbox/book?customerId=${customerId}`,
  )
  const invoices = await purser.rows(
    'SELECT status, amount_paid = total AS whole FROM invoices WHERE customer_id = $1',
    customerId,
  )
  const subscriptions = await purser.rows(
    `SELECT s.status, p.slug FROM subscriptions s JOIN plans p ON p.id = s.plan_id
     WHERE s.customer_id = $1`,
    customerId,
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

/** Recovers after a kill. Some clients repeat their request with its key, the others do not. */
async function recover(group: readonly Buyer[]): Promise<void> {
  await purser.setFaults()
  await purser.endLeases()
  for (const buyer of group) if (!buyer.isAlone) await send(buyer)
  await purser.runJob('collectDueInvoices')
  await purser.runJob('collectDueInvoices')
  for (const buyer of group) await expectBoughtOnce(buyer)
}

/**
 * Has a crowd charged whose charges Purser cannot store, because their customers are locked. On a
 * busy machine, the provider may charge before the lock. Another crowd then has a longer delay.
 */
async function chargeWithoutBooking(
  crowd: readonly Buyer[],
  otherFaults: readonly Record<string, unknown>[],
) {
  let group = crowd
  for (let delayMs = 500; ; delayMs *= 4) {
    await purser.setFaults(...otherFaults, ...delays(group, delayMs))
    const answers = sendAll(group)
    await eventually(() => all(group, isAtProvider))
    const { release } = await lockCustomers(group)
    if (!(await any(group, isBooked))) {
      await eventually(() => all(group, isCharged))
      return { group, answers, release }
    }
    await release()
    await answers
    group = await newCrowd()
  }
}

const idsOf = (group: readonly Buyer[]) => group.map(({ customerId }) => customerId)

it('a new subscription or a change is charged once if the server is killed at any step', async () => {
  const unsent = [await newBuyer('new'), await newBuyer('change')]
  const uncharged = await newCrowd()
  const crowd = await newCrowd()
  const unanswered = [await newBuyer('new'), await newBuyer('change')]
  const faults = [...delays(uncharged, 600_000), ...delays(unanswered, 500)]
  await purser.setFaults(...faults)
  const answers: Promise<unknown>[] = []
  const releases: (() => Promise<void>)[] = []

  // The provider has the requests but has not charged.
  answers.push(sendAll(uncharged))
  await eventually(() => all(uncharged, isAtProvider))

  // Purser has stored the charges but has not responded.
  answers.push(sendAll(unanswered))
  await eventually(() => all(unanswered, isAtProvider))
  const keys = await purser.hold('SELECT FROM idempotency_keys WHERE key = ANY($1) FOR UPDATE', [
    idsOf(unanswered),
  ])
  releases.push(keys.release)
  await eventually(() => all(unanswered, isBooked))

  // The provider has charged, but Purser has not stored the charges.
  const { group: unbooked, ...charging } = await chargeWithoutBooking(crowd, faults)
  answers.push(charging.answers)
  releases.push(charging.release)

  // Purser has the requests but has written nothing.
  const customers = await lockCustomers(unsent)
  releases.push(customers.release)
  let isKilled = false
  answers.push(...unsent.map((buyer) => sendUntil(() => isKilled, buyer)))
  await eventually(async () => (await customers.countBlocked()) >= 2)

  isKilled = true
  await purser.kill()
  expect(await any(unsent, hasStarted)).toBe(false)
  expect(await any(uncharged, isCharged)).toBe(false)
  expect(await all(unbooked, isCharged)).toBe(true)
  expect(await any(unbooked, isBooked)).toBe(false)
  expect(await all(unanswered, isBooked)).toBe(true)
  await Promise.all(releases.map((release) => release()))
  await Promise.all(answers)
  await purser.revive()

  await recover([...unsent, ...uncharged, ...unbooked, ...unanswered])
  await purser.expectSoundBooks()
})
