import { randomUUID } from 'node:crypto'
import type { SettlementOutcome } from '@purser/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../../../test/harness/runsAll.ts'
import { createSandboxForms } from '../../payments/providers/sandbox/index.ts'
import type { StoredCard } from '../../payments/providers/sandbox/methods/testCards.core.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'
import { createSandboxCourier, type SandboxCourier } from '../testing/sandboxCourier.ts'

/** A sample of the 720 orders, or all of them in the deep run. */
const EACH = runsAll ? 1 : 144
const TIMEOUT_MS = runsAll ? 1_800_000 : undefined

let bench: TopUpBench
let courier: SandboxCourier
beforeAll(async () => {
  bench = await startTopUpBench()
  courier = createSandboxCourier(bench.app)
  // Only the test delivers webhooks.
  await bench.faults({ operation: 'webhook', effect: 'drop', times: null })
})
afterAll(async () => {
  await bench.drain()
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

/** Reads all rows that the webhooks of a payment may change. */
async function stateOf(customerId: string) {
  const ask = async (sql: string) => (await bench.app.pool.query(sql, [customerId])).rows
  return {
    wallets: await ask('SELECT status, balance FROM credit_accounts WHERE customer_id = $1'),
    grants: await ask(
      `SELECT g.amount, g.remaining FROM credit_grants g
       JOIN credit_accounts a ON a.bucket = g.bucket AND a.id = g.account_id
       WHERE a.customer_id = $1`,
    ),
    attempts: await ask(
      `SELECT t.status, t.error_code FROM topup_attempts t
       JOIN credit_accounts a ON a.bucket = t.bucket AND a.id = t.account_id
       WHERE a.customer_id = $1`,
    ),
    payments: await ask(
      `SELECT status, amount_refunded, error_code, payment_method_id IS NULL AS has_no_method
       FROM payments WHERE customer_id = $1`,
    ),
    refunds: await ask(
      `SELECT r.status, r.amount, r.credits_taken FROM refunds r
       JOIN payments p ON p.bucket = r.bucket AND p.id = r.payment_id
       WHERE p.customer_id = $1 ORDER BY r.amount`,
    ),
    disputes: await ask(
      `SELECT d.status, d.amount, d.account_id IS NULL AS is_homeless FROM disputes d
       JOIN payments p ON p.bucket = d.bucket AND p.id = d.payment_id WHERE p.customer_id = $1`,
    ),
    methods: await ask(
      `SELECT m.status, m.card_last4, c.default_payment_method_id = m.id AS is_default
       FROM payment_methods m JOIN customers c ON c.bucket = m.bucket AND c.id = m.customer_id
       WHERE m.customer_id = $1`,
    ),
    messages: await ask(
      `SELECT type, count(*) FROM outbox_messages WHERE customer_id = $1 AND type !~ '^customer'
       GROUP BY type ORDER BY type`,
    ),
  }
}

/** Delivers an event again, each time with a new signature. */
let seconds = 0
async function deliver(body: string): Promise<void> {
  seconds = (seconds + 1) % 290
  const at = new Date(bench.app.clock.now().getTime() + seconds * 1_000)
  const { status } = await courier.post(body, { signature: courier.sign(body, at) })
  // A second delivery within the same second is a replay, which is rejected without effect.
  expect([200, 400]).toContain(status)
}

const handle = (body: string) =>
  bench.run('handleProviderEvent', {
    environmentId: bench.app.sandbox.environmentId,
    provider: 'sandbox',
    eventId: JSON.parse(body).id,
  })

const card = (behaviour: StoredCard['behaviour'], last4: string): StoredCard => ({
  behaviour,
  brand: 'visa',
  last4,
  expMonth: 12,
  expYear: 2034,
})

/** The steps of one payment at the provider. */
interface Story {
  customerId: string
  steps: (() => Promise<void>)[]
}

async function formStory(outcome: 'won' | 'lost'): Promise<Story> {
  const { app } = bench
  const customerId = await bench.customer(`form-${randomUUID()}`)
  const opened = await bench.topUp(customerId, 1_000, { body: { forceForm: true } })
  const { token } = (opened as Extract<SettlementOutcome, { kind: 'requires_form' }>).client
  const forms = createSandboxForms(app.db, app.encryptionKey)
  const now = app.clock.now()
  const paymentId = async () => (await bench.book(customerId)).charges[0]?.id ?? ''
  let disputeId = ''
  return {
    customerId,
    steps: [
      async () => void (await forms.confirmIntent(token, card('decline', '0002'), now)),
      async () => void (await forms.confirmIntent(token, card('challenge_always', '3184'), now)),
      async () => void (await forms.answerChallenge(token, 'approve', now)),
      async () => {
        disputeId = await courier.dispute(await paymentId())
      },
      async () => void (await courier.decide(disputeId, outcome)),
    ],
  }
}

/** Builds an event about the payment method. A payment form does not cause such an event. */
async function methodEvent(customerId: string): Promise<string> {
  const { rows } = await bench.app.pool.query<{ id: string }>(
    `SELECT m.id FROM sandbox_methods m JOIN sandbox_customers c ON c.id = m.owner_id
     WHERE c.customer_reference = $1`,
    [customerId],
  )
  const data = { id: rows[0]?.id, requestKey: null }
  return JSON.stringify({ id: `sbev_${randomUUID()}`, type: 'setup_intent.succeeded', data })
}

const tellAll = async (story: Story): Promise<string[]> => {
  for (const step of story.steps) await step()
  return [...(await courier.bodiesOf(story.customerId)), await methodEvent(story.customerId)]
}

/** All permutations. */
const permutations = (size: number): number[][] =>
  size === 0
    ? [[]]
    : permutations(size - 1).flatMap((rest) =>
        Array.from({ length: size }, (_, at) => rest.toSpliced(at, 0, size - 1)),
      )

const inParallel = async <Item>(items: Item[], work: (item: Item) => Promise<void>) => {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

describe('the webhooks of one payment', () => {
  it.each(['won', 'lost'] as const)(
    'have the same result for a form and a %s dispute in any order, repeated and late',
    async (outcome) => {
      const straight = await formStory(outcome)
      for (const body of await tellAll(straight)) {
        await deliver(body)
        await handle(body)
      }
      const expected = await stateOf(straight.customerId)
      expect(expected).toMatchObject({
        wallets: [{ status: outcome === 'won' ? 'active' : 'frozen' }],
        attempts: [{ status: 'succeeded' }],
        payments: [{ status: 'succeeded', has_no_method: false }],
        disputes: [{ status: outcome, is_homeless: false }],
        methods: [{ status: 'active', card_last4: '3184', is_default: true }],
      })

      // Five provider events and the one of the method.
      const orders = permutations(6).filter((_, at) => at % EACH === 0)
      await inParallel(orders, async (order) => {
        const story = await formStory(outcome)
        const bodies = await tellAll(story)
        expect(bodies).toHaveLength(6)
        for (const at of order) {
          await deliver(bodies[at] ?? '')
          await handle(bodies[at] ?? '')
        }
        // An event that came too early is tried again.
        for (const at of order) await handle(bodies[at] ?? '')
        expect(await stateOf(story.customerId), order.join()).toEqual(expected)
      })
    },
    TIMEOUT_MS,
  )

  it(
    'have the same result if they arrive between steps, twice, late or during sweeps',
    async () => {
      const straight = await formStory('won')
      for (const body of await tellAll(straight)) {
        await deliver(body)
        await handle(body)
      }
      const expected = await stateOf(straight.customerId)
      const action = fc.oneof(
        { weight: 3, arbitrary: fc.constant({ kind: 'step' as const, at: 0 }) },
        {
          weight: 4,
          arbitrary: fc.record({ kind: fc.constant('deliver' as const), at: fc.nat(9) }),
        },
        {
          weight: 4,
          arbitrary: fc.record({ kind: fc.constant('handle' as const), at: fc.nat(9) }),
        },
        { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const, at: 0 }) },
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(action, { minLength: 4, maxLength: 20 }),
          fc.nat(719),
          async (actions, last) => {
            const story = await formStory('won')
            const { customerId } = story
            const steps = story.steps.values()
            for (const { kind, at } of actions) {
              if (kind === 'step') await steps.next().value?.()
              if (kind === 'sweep') await bench.run('sweepTopUpAttempts')
              if (kind !== 'deliver' && kind !== 'handle') continue
              const bodies = await courier.bodiesOf(customerId)
              const body = bodies[at % Math.max(bodies.length, 1)]
              if (body) await (kind === 'deliver' ? deliver : handle)(body)
            }
            for (const step of steps) await step()
            const bodies = [...(await courier.bodiesOf(customerId)), await methodEvent(customerId)]
            const order = permutations(6)[last] ?? []
            for (const at of order) await deliver(bodies[at] ?? '')
            await bench.run('sweepProviderEvents')
            await bench.run('sweepProviderEvents')
            expect(await stateOf(customerId)).toEqual(expected)
          },
        ),
        { numRuns: runsAll ? 40 : 6 },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'have the same result in every order for a charge, two unanswered refunds and a lost dispute',
    async () => {
      const story = async () => {
        const customerId = await bench.customer(`refunded-${randomUUID()}`)
        await bench.card(customerId)
        await bench.topUp(customerId)
        await bench.spend(customerId, 100)
        const { rows } = await bench.app.pool.query<{ id: string; provider_payment_id: string }>(
          'SELECT id, provider_payment_id FROM payments WHERE customer_id = $1',
          [customerId],
        )
        const [payment] = rows
        if (!payment) throw new Error('nothing was paid')
        const refund = (amount: number) =>
          bench.app.ok('refundPayment', { params: { id: payment.id }, body: { amount } })
        expect(await refund(300)).toMatchObject({ status: 'pending', creditsTaken: 300 })
        expect(await refund(200)).toMatchObject({ status: 'pending', creditsTaken: 200 })
        const disputeId = await courier.dispute(payment.provider_payment_id)
        await courier.decide(disputeId, 'lost')
        return { customerId, bodies: await courier.bodiesOf(customerId) }
      }
      await bench.faults(
        { operation: 'webhook', effect: 'drop', times: null },
        { operation: 'refund', effect: 'lost_answer', times: null },
        { operation: 'lookup', effect: 'timeout', times: null },
      )
      const stories = []
      const orders = permutations(5).filter((_, at) => at % Math.min(EACH, 20) === 0)
      for (let at = 0; at <= orders.length; at += 1) stories.push(await story())
      await bench.faults({ operation: 'webhook', effect: 'drop', times: null })
      const [straight, ...others] = stories
      if (!straight) throw new Error('no story was run')
      expect(straight.bodies).toHaveLength(5)
      for (const body of straight.bodies) {
        await deliver(body)
        await handle(body)
      }
      const expected = await stateOf(straight.customerId)
      expect(expected).toMatchObject({
        wallets: [{ status: 'frozen', balance: '0.000000000' }],
        payments: [{ status: 'succeeded', amount_refunded: 500 }],
        refunds: [
          { status: 'succeeded', amount: 200 },
          { status: 'succeeded', amount: 300 },
        ],
        disputes: [{ status: 'lost', amount: 500 }],
      })
      for (const [at, { customerId, bodies }] of others.entries()) {
        const order = orders[at] ?? []
        for (const each of order) {
          await deliver(bodies[each] ?? '')
          await deliver(bodies[each] ?? '')
          await handle(bodies[each] ?? '')
        }
        expect(await stateOf(customerId), order.join()).toEqual(expected)
      }
    },
    TIMEOUT_MS,
  )
})
