import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitForBlocked } from '../../../../../platform/db/testing/waitForBlocked.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import { ProviderUnavailable } from '../../../provider.ts'
import { lockSandboxMethod } from '../methods/methods.sql.ts'
import { tryLockRequest } from '../requests.sql.ts'
import { openSandbox } from '../sandbox.ts'
import { createSandboxProvider } from '../sandboxAdapter.ts'
import { openSandboxBench, type SandboxBench } from '../testing/sandboxBench.ts'

let bench: SandboxBench
beforeAll(async () => {
  bench = await openSandboxBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.fail())

type Charge = Awaited<ReturnType<SandboxBench['newCharge']>>

const booked = async ({ providerCustomerId }: Charge): Promise<number> =>
  (
    await bench.app.pool.query(
      `SELECT count(*)::int AS n FROM sandbox_intents WHERE owner_id = $1 AND status = 'succeeded'`,
      [providerCustomerId],
    )
  ).rows[0].n
const lookUp = ({ attemptId, providerCustomerId }: Charge) =>
  bench.provider.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId: null })
const setupOf = ({ attemptId, providerCustomerId }: Charge) => ({
  setupId: attemptId,
  providerCustomerId,
  uiMode: 'embedded' as const,
  successUrl: null,
  cancelUrl: null,
})

describe('a charge', () => {
  it.each(['error', 'rate_limit', 'timeout'] as const)(
    'is not made under the fault %s, and succeeds when it is sent again',
    async (effect) => {
      const charge = await bench.newCharge()
      await bench.fail({ operation: 'charge', effect })
      expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'unknown' })
      expect(await lookUp(charge)).toEqual({ kind: 'absent' })
      expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
      expect(await booked(charge)).toBe(1)
    },
  )

  it('is made once under the fault lost_answer, and succeeds when it is sent again', async () => {
    const charge = await bench.newCharge()
    await bench.fail({ operation: 'charge', effect: 'lost_answer' })
    expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'unknown' })
    expect(await booked(charge)).toBe(1)
    expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
    expect(await booked(charge)).toBe(1)
  })

  it('is made under the fault error_after_commit: repetitions return the error, a lookup succeeds', async () => {
    const charge = await bench.newCharge()
    await bench.fail({ operation: 'charge', effect: 'error_after_commit' })
    for (let times = 0; times < 3; times += 1) {
      expect(await bench.provider.charge(charge)).toMatchObject({
        kind: 'unknown',
        cause: expect.stringContaining('500'),
      })
    }
    expect(await lookUp(charge)).toMatchObject({ kind: 'succeeded' })
    expect(await booked(charge)).toBe(1)
  })

  it('waits under the fault delay and then succeeds', async () => {
    const charge = await bench.newCharge()
    await bench.fail({ operation: 'charge', effect: 'delay', delayMs: 12_345 })
    expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
    expect(bench.waits).toEqual([12_345])
  })

  it('returns the same envelope again after requires_action', async () => {
    const charge = await bench.newCharge('challenge_always')
    const first = await bench.provider.charge(charge)
    expect(first.kind).toBe('requires_action')
    expect(await bench.provider.charge(charge)).toEqual(first)
  })

  it('is rejected if it reuses a key with other parameters', async () => {
    const charge = await bench.newCharge()
    await bench.provider.charge(charge)
    const other = await bench.newCharge()
    const changes = [
      { amount: 1 },
      { currency: 'eur' },
      { description: 'Other' },
      { providerMethodId: other.providerMethodId },
      { providerCustomerId: other.providerCustomerId },
    ]
    for (const change of changes) {
      expect(await bench.provider.charge({ ...charge, ...change })).toMatchObject({
        kind: 'rejected',
        code: 'idempotency_mismatch',
      })
    }
    expect(await bench.provider.startPayment(charge)).toMatchObject({ kind: 'rejected' })
    expect(await booked(charge)).toBe(1)
  })

  /** Holds a charge that has claimed its key, until the test releases it. */
  const holdCharge = async (charge: Charge) => {
    const held = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const holding = withTransaction(bench.app.db, async (tx) => {
      await lockSandboxMethod(tx, bench.environmentId, charge.providerMethodId)
      held.resolve()
      await hold.promise
    })
    await held.promise
    const outcome = bench.provider.charge(charge)
    await waitForBlocked(bench.app.owner)
    const release = async () => {
      hold.resolve()
      await holding
      return outcome
    }
    return { outcome, release }
  }

  it('has an unknown outcome if its key stays in use elsewhere, and is made once', async () => {
    const charge = await bench.newCharge()
    const first = await holdCharge(charge)
    bench.waits.length = 0
    try {
      expect(await bench.provider.charge(charge)).toMatchObject({
        kind: 'unknown',
        cause: expect.stringContaining('in progress'),
      })
      expect(bench.waits.length).toBeGreaterThan(1)
    } finally {
      await first.release()
    }
    expect(await first.outcome).toMatchObject({ kind: 'succeeded' })
    expect(await booked(charge)).toBe(1)
  })

  it('has the outcome of a concurrent request with the same key', async () => {
    const charge = await bench.newCharge()
    const first = await holdCharge(charge)
    // The second request waits only because the key is in use, so the first one ends in this wait.
    const wait = async () => void (await first.release())
    const second = createSandboxProvider(
      openSandbox({ ...bench.options, wait }, bench.environmentId),
    )
    const outcome = await second.charge(charge).finally(first.release)
    expect(outcome).toEqual(await first.outcome)
    expect(outcome).toMatchObject({ kind: 'succeeded' })
    expect(await booked(charge)).toBe(1)
  })

  it('has its stored outcome immediately, even while another request holds its key', async () => {
    const charge = await bench.newCharge()
    const first = await bench.provider.charge(charge)
    bench.waits.length = 0
    await withTransaction(bench.app.db, async (tx) => {
      const key = { operation: 'charge', key: charge.attemptId } as const
      expect(await tryLockRequest(tx, { ...key, environmentId: bench.environmentId })).toBe(true)
      expect(await bench.provider.charge(charge)).toEqual(first)
    })
    expect(bench.waits).toEqual([])
  })

  it('is made once if it is sent many times concurrently', async () => {
    const charge = await bench.newCharge()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => bench.provider.charge(charge)),
    )
    for (const { kind } of outcomes) expect(['succeeded', 'unknown']).toContain(kind)
    expect(outcomes.map(({ kind }) => kind)).toContain('succeeded')
    expect(await booked(charge)).toBe(1)
  })
})

it.each([0, -1, 0.5])('an amount of %d cannot be charged or refunded', async (amount) => {
  const charge = await bench.newCharge()
  expect(await bench.provider.charge({ ...charge, amount })).toMatchObject({
    kind: 'rejected',
    code: 'invalid_amount',
  })
  const outcome = await bench.provider.charge(charge)
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
  const { providerPaymentId } = outcome
  const refund = { refundId: charge.attemptId, providerPaymentId, amount, currency: 'usd' }
  expect(await bench.provider.refund(refund)).toMatchObject({ kind: 'failed' })
})

describe('a fault', () => {
  it('strikes as often as configured, in the configured order', async () => {
    await bench.fail(
      { operation: 'charge', effect: 'error', times: 2 },
      { operation: 'charge', effect: 'rate_limit' },
    )
    const causes = []
    for (let times = 0; times < 4; times += 1) {
      const outcome = await bench.provider.charge(await bench.newCharge())
      causes.push(outcome.kind === 'unknown' ? outcome.cause.match(/\d{3}/)?.[0] : outcome.kind)
    }
    expect(causes).toEqual(['500', '500', '429', 'succeeded'])
  })

  it('strikes exactly as often as configured under concurrent requests', async () => {
    await bench.fail({ operation: 'charge', effect: 'error', times: 3 })
    const charges = await Promise.all(Array.from({ length: 8 }, () => bench.newCharge()))
    const outcomes = await Promise.all(charges.map((charge) => bench.provider.charge(charge)))
    expect(outcomes.filter(({ kind }) => kind === 'unknown')).toHaveLength(3)
    expect(outcomes.filter(({ kind }) => kind === 'succeeded')).toHaveLength(5)
  })

  it('strikes until it is cleared if it has no count', async () => {
    await bench.fail({ operation: 'charge', effect: 'error', times: null })
    const charge = await bench.newCharge()
    for (let times = 0; times < 3; times += 1) {
      expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'unknown' })
    }
    await bench.fail()
    expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
  })

  it('of one customer does not affect others', async () => {
    const [mine, theirs] = [await bench.newCharge(), await bench.newCharge()]
    await bench.fail({
      operation: 'charge',
      effect: 'error',
      times: null,
      customerReference: mine.customerId,
    })
    expect(await bench.provider.charge(theirs)).toMatchObject({ kind: 'succeeded' })
    expect(await bench.provider.charge(mine)).toMatchObject({ kind: 'unknown' })
  })

  it('of one operation does not affect others', async () => {
    await bench.fail({ operation: 'refund', effect: 'error' })
    const charge = await bench.newCharge()
    expect(await bench.provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
    expect(await lookUp(charge)).toMatchObject({ kind: 'succeeded' })
  })
})

describe('a refund', () => {
  const newRefund = async () => {
    const charge = await bench.newCharge()
    const outcome = await bench.provider.charge(charge)
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    const { providerPaymentId } = outcome
    return { refundId: `ref_${charge.attemptId}`, providerPaymentId, amount: 50, currency: 'usd' }
  }
  const stand = ({ refundId, providerPaymentId }: Awaited<ReturnType<typeof newRefund>>) =>
    bench.provider.lookUpRefund({ refundId, providerPaymentId, providerRefundId: null })

  it.each(['error', 'rate_limit', 'timeout'] as const)(
    'has an unknown outcome and is not made under the fault %s',
    async (effect) => {
      const refund = await newRefund()
      await bench.fail({ operation: 'refund', effect })
      expect(await bench.provider.refund(refund)).toMatchObject({ kind: 'unknown' })
      expect(await stand(refund)).toEqual({ kind: 'absent' })
      expect(await bench.provider.refund(refund)).toMatchObject({ kind: 'succeeded' })
    },
  )

  it.each(['error_after_commit', 'lost_answer'] as const)(
    'has an unknown outcome but is made under the fault %s',
    async (effect) => {
      const refund = await newRefund()
      await bench.fail({ operation: 'refund', effect })
      expect(await bench.provider.refund(refund)).toMatchObject({ kind: 'unknown' })
      expect(await stand(refund)).toMatchObject({ kind: 'succeeded' })
    },
  )

  it('fails in another currency or for a payment that did not succeed', async () => {
    const refund = await newRefund()
    expect(await bench.provider.refund({ ...refund, currency: 'eur' })).toMatchObject({
      kind: 'failed',
      code: 'currency_mismatch',
    })
    const form = await bench.provider.startPayment(await bench.newCharge())
    if (form.kind !== 'requires_action') throw new Error(form.kind)
    const { providerPaymentId } = form
    const early = { ...refund, refundId: `${refund.refundId}-early`, providerPaymentId }
    expect(await bench.provider.refund(early)).toMatchObject({ code: 'payment_not_succeeded' })
  })
})

describe('a setup fault', () => {
  it('fails the call before or after the form is created, and a retry returns the form', async () => {
    const charge = await bench.newCharge()
    await bench.fail({ operation: 'setup', effect: 'error' })
    const setup = setupOf(charge)
    await expect(bench.provider.startSetup(setup)).rejects.toThrow(ProviderUnavailable)
    const setups = () =>
      bench.app.pool.query('SELECT id FROM sandbox_intents WHERE request_key = $1', [setup.setupId])
    expect((await setups()).rows).toEqual([])
    await bench.fail({ operation: 'setup', effect: 'lost_answer' })
    await expect(bench.provider.startSetup(setup)).rejects.toThrow(ProviderUnavailable)
    const { token } = await bench.provider.startSetup(setup)
    expect((await setups()).rows).toEqual([{ id: token.split('_secret_')[0] }])
  })

  it('also fails the detaching of a method, which can be retried', async () => {
    const { providerMethodId } = await bench.newCharge()
    await bench.fail({ operation: 'setup', effect: 'timeout' })
    await expect(bench.provider.detachMethod(providerMethodId)).rejects.toThrow(ProviderUnavailable)
    expect(await bench.provider.lookUpMethod(providerMethodId)).not.toBeNull()
    await bench.provider.detachMethod(providerMethodId)
    expect(await bench.provider.lookUpMethod(providerMethodId)).toBeNull()
  })
})

describe('a lookup', () => {
  it.each(['error', 'rate_limit', 'timeout'] as const)(
    'has an unknown outcome under the fault %s',
    async (effect) => {
      const charge = await bench.newCharge()
      const outcome = await bench.provider.charge(charge)
      await bench.fail({ operation: 'lookup', effect, times: null })
      expect(await lookUp(charge)).toMatchObject({ kind: 'unknown' })
      await expect(bench.provider.lookUpMethod(charge.providerMethodId)).rejects.toThrow(
        ProviderUnavailable,
      )
      await expect(bench.provider.lookUpDispute('sbdp_x')).rejects.toThrow(ProviderUnavailable)
      await bench.fail()
      expect(await lookUp(charge)).toEqual(outcome)
    },
  )
})
