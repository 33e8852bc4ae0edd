import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/process/purserProcess.ts'
import { type MortalPurser, startMortalPurser } from '../harness/process/startMortalPurser.ts'

/** Set `PURSER_TEST_SECONDS=600` for many more kills at random moments. */
const SECONDS = Number(process.env.PURSER_TEST_SECONDS ?? 2)
const BUYERS = 8

let purser: MortalPurser
const buyers: Buyer[] = []

beforeAll(async () => {
  purser = await startMortalPurser()
  await purser.send('POST', '/v1/credit-currencies', {
    name: 'Money',
    slug: 'money',
    denomination: 'usd',
  })
})
afterAll(() => purser.end())

/** A customer who buys once: on request, with a key, or by an auto-top-up rule. */
interface Buyer {
  customerId: string
  kind: 'manual' | 'auto'
}

const spend = (customerId: string) =>
  purser.send('POST', '/v1/credits/adjustments', {
    customerId,
    creditCurrencyId: 'money',
    amount: -450,
  })

/** Requests credits. A customer with a rule only spends credits, so that the rule buys new ones. */
const buy = ({ customerId, kind }: Buyer): Promise<unknown> =>
  kind === 'auto'
    ? spend(customerId)
    : purser.send(
        'POST',
        '/v1/credits/topups',
        { customerId, creditCurrencyId: 'money', amountCents: 1_000 },
        { 'idempotency-key': `topup-${customerId}` },
      )

async function newBuyer(kind: Buyer['kind']): Promise<Buyer> {
  const customerId = `${kind}-${buyers.length}`
  const buyer = { customerId, kind }
  buyers.push(buyer)
  await purser.send('PUT', `/v1/customers/${customerId}`, {})
  await purser.send('POST', '/v1/sandbox/payment-methods', { customerId, behaviour: 'success' })
  await purser.send('POST', '/v1/credits/grants', {
    customerId,
    creditCurrencyId: 'money',
    amount: 500,
  })
  if (kind === 'auto') {
    const rule = { mode: 'amount', enabled: true, threshold: 100, topupAmount: 1_000 }
    await purser.send('PUT', `/v1/customers/${customerId}/auto-topup/money`, rule)
  }
  return buyer
}

const newPair = async () => [await newBuyer('manual'), await newBuyer('auto')] as const

const hasStarted = ({ customerId }: Buyer) =>
  purser.has('SELECT FROM payments WHERE customer_id = $1', customerId)
const isGranted = ({ customerId }: Buyer) =>
  purser.has(
    `SELECT FROM credit_grants g JOIN credit_accounts a ON a.id = g.account_id
     WHERE a.customer_id = $1 AND g.topup_attempt_id IS NOT NULL`,
    customerId,
  )
const isCharged = ({ customerId }: Buyer) =>
  purser.has(
    `SELECT FROM sandbox_intents i JOIN sandbox_customers c ON c.id = i.owner_id
     WHERE c.customer_reference = $1`,
    customerId,
  )
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

const all = async (pair: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(pair.map(holds))).every(Boolean)
const any = async (pair: readonly Buyer[], holds: (buyer: Buyer) => Promise<boolean>) =>
  (await Promise.all(pair.map(holds))).some(Boolean)

async function killAndStart(): Promise<void> {
  await purser.kill()
  await purser.revive()
}

async function sweepTwice(): Promise<void> {
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await purser.runJob('sweepProviderEvents')
    await purser.runJob('sweepTopUpAttempts')
  }
}

/**
 * Checks that the provider has one charge with a matching attempt, and that it was granted once.
 */
async function expectBoughtOnce(buyer: Buyer, step: string): Promise<void> {
  const { customerId } = buyer
  const query = `customerId=${customerId}&limit=100`
  const { charges } = await purser.send<{ charges: { attemptId: string; status: string }[] }>(
    'GET',
    `/v1/sandbox/book?customerId=${customerId}`,
  )
  const { data } = await purser.send<{ data: { id: string; status: string }[] }>(
    'GET',
    `/v1/credits/topup-attempts?${query}`,
  )
  const attempts = data.filter(({ status }) => status !== 'skipped')
  expect(attempts, `${step} ${customerId}`).toMatchObject([{ status: 'succeeded' }])
  expect(charges, `${step} ${customerId}`).toMatchObject([
    { status: 'succeeded', attemptId: attempts[0]?.id },
  ])
  const wallets = await purser.send<{ data: { balance: number; currency: { slug: string } }[] }>(
    'GET',
    `/v1/customers/${customerId}/credit-accounts`,
  )
  const money = wallets.data.find(({ currency }) => currency.slug === 'money')
  expect(money?.balance, `${step} ${customerId}`).toBe(buyer.kind === 'manual' ? 1_500 : 1_050)
}

/**
 * Recovers after a kill. A client repeats its request with its key. Purser resumes the work of a
 * rule without a request.
 */
async function recover(pair: readonly Buyer[], step: string): Promise<void> {
  await purser.setFaults()
  await purser.endLeases()
  await sweepTwice()
  for (const buyer of pair) if (buyer.kind === 'manual') await buy(buyer)
  for (const buyer of pair) await expectBoughtOnce(buyer, step)
}

const lockCustomers = (pair: readonly Buyer[]) =>
  purser.hold('SELECT FROM customers WHERE id = ANY($1) FOR UPDATE', [
    pair.map(({ customerId }) => customerId),
  ])

const delays = (pair: readonly Buyer[], delayMs: number) =>
  purser.setFaults(
    ...pair.flatMap(({ customerId }) => [
      { operation: 'charge', effect: 'delay', delayMs, times: FAULTS, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    ]),
  )

/** Ignores connection errors, which do not matter here. */
const ignoreFailure = (work: Promise<unknown>) => work.catch(() => null)

/**
 * Has a pair charged whose charges Purser cannot store, because their customers are locked. On a
 * busy machine, the provider may charge before the lock. The next pair then has a longer delay.
 */
async function chargeWithoutGrant() {
  for (let delayMs = 500; ; delayMs *= 4) {
    const pair = await newPair()
    await delays(pair, delayMs)
    const requests = Promise.all(pair.map((buyer) => ignoreFailure(buy(buyer))))
    // Locks each customer as soon as the provider has the request. The rule's request may arrive
    // seconds after the other.
    const holds = await Promise.all(
      pair.map(async (buyer) => {
        await eventually(() => isAtProvider(buyer))
        return lockCustomers([buyer])
      }),
    )
    const release = () => Promise.all(holds.map((held) => held.release()))
    if (!(await any(pair, isGranted))) return { pair, requests, release }
    await release()
    await requests
  }
}

describe('a charge', () => {
  it('happens once if the server is killed before the call to the provider', async () => {
    const pair = await newPair()
    const [manual, auto] = pair
    await spend(auto.customerId)
    const { countBlocked, release } = await lockCustomers([manual])
    const requests = ignoreFailure(buy(manual))
    await eventually(async () => (await countBlocked()) > 0)
    await killAndStart()
    await release()
    await requests
    expect(await hasStarted(manual)).toBe(false)
    await recover(pair, 'before the call')
  })

  it('happens once if the server is killed before the provider has charged', async () => {
    const pair = await newPair()
    await delays(pair, 600_000)
    const requests = pair.map((buyer) => ignoreFailure(buy(buyer)))
    await eventually(() => all(pair, isAtProvider))
    expect(await all(pair, isCharged)).toBe(false)
    await killAndStart()
    await Promise.all(requests)
    await recover(pair, 'before the charge')
  })

  it('happens once if the server is killed before it has stored the charge', async () => {
    const { pair, requests, release } = await chargeWithoutGrant()
    try {
      await eventually(() => all(pair, isCharged))
      await killAndStart()
      expect(await any(pair, isGranted)).toBe(false)
    } finally {
      await release()
    }
    await requests
    await recover(pair, 'before the charge was stored')
  })

  it('happens once if the server is killed after it has stored the charge', async () => {
    const pair = await newPair()
    const [manual] = pair
    const answeredBuyer = await newBuyer('manual')
    await buy(answeredBuyer)
    await delays(pair, 500)
    const requests = pair.map((buyer) => ignoreFailure(buy(buyer)))
    const key = `topup-${manual.customerId}`
    await eventually(() => purser.has('SELECT FROM idempotency_keys WHERE key = $1', key))
    const { release } = await purser.hold(
      'SELECT FROM idempotency_keys WHERE key = $1 FOR UPDATE',
      [key],
    )
    await eventually(() => all(pair, isGranted))
    await killAndStart()
    await release()
    await Promise.all(requests)
    await recover([...pair, answeredBuyer], 'after the charge was stored')
  })

  it(
    'happens once if the server is killed at random moments while the provider has faults',
    async () => {
      const effects = ['delay', 'lost_answer', 'error_after_commit', 'webhook_first', 'timeout']
      const end = performance.now() + SECONDS * 1_000
      let kills = 0
      do {
        const newBuyers: Buyer[] = []
        for (let at = 0; at < BUYERS; at += 1) {
          newBuyers.push(await newBuyer(at % 2 === 0 ? 'manual' : 'auto'))
        }
        await purser.setFaults(
          ...newBuyers.flatMap(({ customerId }) => {
            const effect = effects[randomInt(effects.length)]
            const delay = effect === 'delay' ? { delayMs: randomInt(100) } : {}
            const webhook = { operation: 'webhook', customerId }
            return [
              { operation: 'charge', effect, customerId, ...delay },
              { ...webhook, effect: randomInt(2) === 0 ? 'drop' : 'duplicate' },
            ]
          }),
        )
        const requests = newBuyers.map((buyer) => ignoreFailure(buy(buyer)))
        await new Promise((resolve) => setTimeout(resolve, randomInt(200)))
        await killAndStart()
        await Promise.all(requests)
        kills += 1
        // Customers with a rule whose adjustment was lost repeat it. An adjustment has no key, so
        // the ledger shows whether it was lost.
        for (const buyer of newBuyers) {
          const isSpent = `SELECT FROM credit_ledger l JOIN credit_accounts a ON a.id = l.account_id
          WHERE a.customer_id = $1 AND l.type = 'ADJUSTMENT'`
          if (buyer.kind === 'auto' && !(await purser.has(isSpent, buyer.customerId)))
            await buy(buyer)
        }
        await recover(newBuyers, `kill ${kills}`)
      } while (performance.now() < end)
      process.stdout.write(`${kills} kills at random moments, ${kills * BUYERS} charges\n`)
    },
    600_000 + SECONDS * 3_000,
  )

  it('satisfies all invariants and matches the book of the provider after all kills', async () => {
    await sweepTwice()
    for (const buyer of buyers) await expectBoughtOnce(buyer, 'in the end')
    await purser.expectSoundBooks()
  })
})
