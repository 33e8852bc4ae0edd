import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../../../test/harness/runsAll.ts'
import { effectsOf } from '../../payments/providers/sandbox/faults/faults.core.ts'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'
import { createWatchedSandbox } from '../testing/watchedSandbox.ts'

const watched = createWatchedSandbox()
let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench({ paymentProviders: [watched.adapter] })
  watched.watch(bench.app)
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

type Operation = keyof typeof effectsOf
interface Fault {
  operation: Operation
  effect: string
  delayMs?: number
  times: number | null
}

const faultsOf = (operation: Operation, times: number | null): (Fault | null)[] => [
  null,
  ...effectsOf[operation].map((effect) => ({
    operation,
    effect,
    times,
    ...(effect === 'delay' && { delayMs: 5 }),
  })),
]

/** Every combination of faults of the charge, the lookup and the webhook. */
const combinations = (times: number | null): Fault[][] =>
  faultsOf('charge', times).flatMap((charge) =>
    faultsOf('lookup', times).flatMap((lookup) =>
      faultsOf('webhook', times).map((webhook) =>
        [charge, lookup, webhook].filter((fault) => fault !== null),
      ),
    ),
  )

type Way = 'top-up' | 'package' | 'auto-top-up'

let made = 0
async function prepare(way: Way, card: string): Promise<string> {
  made += 1
  const id = await bench.customer(`customer-${made}`)
  await bench.card(id, card)
  if (way === 'auto-top-up') {
    await bench.grant(id, 500)
    await bench.rule(id)
  }
  return id
}

/** Buys credits. A manual purchase answers 200 or 402 with any fault. */
async function ask(way: Way, customerId: string): Promise<void> {
  if (way === 'auto-top-up') {
    await bench.spend(customerId, 450)
    return
  }
  const { status } = await (way === 'package'
    ? bench.app.call('buyCreditPackage', { params: { id: 'images-500' }, body: { customerId } })
    : bench.app.call('topUp', {
        body: { customerId, creditCurrencyId: 'money', amountCents: 1_000 },
      }))
  expect([200, 402]).toContain(status)
}

const PRICE: Record<Way, number> = { 'top-up': 1_000, package: 2_500, 'auto-top-up': 1_000 }

/** Checks that the attempt, the provider's records and the wallet agree on one purchase. */
async function expectTruth(way: Way, customerId: string, isPaid: boolean, shown: string) {
  const { charges } = await bench.book(customerId)
  const attempts = (await bench.attempts(customerId)).filter(({ status }) => status !== 'skipped')
  expect(attempts, shown).toHaveLength(1)
  const [attempt] = attempts
  expect(attempt?.status, shown).toBe(isPaid ? 'succeeded' : 'failed')
  expect(
    charges.map(({ attemptId, amount, status }) => ({ attemptId, amount, status })),
    shown,
  ).toEqual([
    { attemptId: attempt?.id, amount: PRICE[way], status: isPaid ? 'succeeded' : 'failed' },
  ])
  const { rows: grants } = await bench.app.pool.query(
    'SELECT id FROM credit_grants WHERE topup_attempt_id = $1',
    [attempt?.id],
  )
  expect(grants, shown).toEqual(isPaid ? [{ id: attempt?.grantId }] : [])
}

const show = (faults: readonly Fault[]) =>
  faults.map(({ operation, effect }) => `${operation} ${effect}`).join(', ') || 'no fault'

/** Takes every single fault and every nth combination, or all of them in the deep run. */
const sampled = (all: readonly Fault[][], each: number): Fault[][] =>
  all.filter((faults, at) => faults.length <= 1 || runsAll || at % each === 0)

/** The sandbox accepts a limited list of faults. */
const BATCH = 30

/**
 * Applies each combination to a separate customer, all at once. Then removes the faults and sweeps.
 */
async function strike(way: Way, card: string, all: readonly Fault[][]): Promise<void> {
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = await Promise.all(
      all.slice(at, at + BATCH).map(async (faults) => ({
        faults,
        customerId: await prepare(way, card),
      })),
    )
    if (way === 'auto-top-up') await bench.drain()
    await bench.faults(
      ...batch.flatMap(({ faults, customerId }) =>
        faults.map((fault) => ({ ...fault, customerId })),
      ),
    )
    await Promise.all(batch.map(({ customerId }) => ask(way, customerId)))
    await bench.drain()
    await bench.faults()
    await bench.sweepAll()
    await bench.sweepAll()
    for (const { faults, customerId } of batch) {
      await expectTruth(way, customerId, card === 'success', show(faults))
    }
  }
}

describe('despite any provider fault, a top-up', () => {
  it('is charged and granted once if charge, lookup and webhook keep failing', () =>
    strike('top-up', 'success', sampled(combinations(null), 54)))

  const isPlain = (faults: readonly Fault[]) =>
    faults.length <= 1 || faults.some(({ effect }) => effect === 'drop')
  /** All ways of buying share one settlement, so a smaller sample is enough. */
  const some = sampled(combinations(null).filter(isPlain), 90)

  it('is charged and granted once if charge, lookup and webhook each fail once', () =>
    strike('top-up', 'success', sampled(combinations(1).filter(isPlain), 54)))

  it.each(['package', 'auto-top-up'] as const)(
    'is charged and granted once if it is bought by %s',
    (way) => strike(way, 'success', some),
  )

  it.each(['top-up', 'package', 'auto-top-up'] as const)(
    'fails and grants nothing if the card is declined: %s',
    (way) => strike(way, 'insufficient_funds', some),
  )

  it('fails and stays canceled if the bank challenges an absent customer', async () => {
    const all = faultsOf('charge', 1).flatMap((fault) => (fault ? [[fault]] : []))
    const customers = await Promise.all(all.map(() => prepare('auto-top-up', 'challenge_always')))
    await bench.drain()
    await bench.faults(
      ...customers.flatMap((customerId, at) =>
        (all[at] ?? []).map((fault) => ({ ...fault, customerId })),
      ),
    )
    await Promise.all(customers.map((customerId) => ask('auto-top-up', customerId)))
    await bench.drain()
    await bench.faults()
    await bench.sweepAll()
    await bench.sweepAll()
    for (const customerId of customers) {
      const attempts = (await bench.attempts(customerId)).filter(
        ({ status }) => status !== 'skipped',
      )
      expect(attempts).toMatchObject([{ status: 'failed', grantId: null }])
      expect((await bench.book(customerId)).charges).toMatchObject([{ status: 'canceled' }])
    }
  })
})

describe('a declined charge whose form was already returned', () => {
  it('is also canceled at the provider, so that it cannot be paid later', async () => {
    const customerId = await prepare('top-up', 'challenge_always')
    const { code, details } = await bench.noTopUp(customerId)
    expect(code).toBe('authentication_required')
    const { attemptId, client } = details as { attemptId: string; client: { token: string } }
    await bench.challenge(client, 'fail')
    await bench.drain()
    expect(await bench.attempts(customerId)).toMatchObject([{ id: attemptId, status: 'failed' }])
    expect(watched.canceled).toContain(attemptId)
  })
})

describe('no answer from the provider', () => {
  it('keeps a single attempt pending', async () => {
    const customerId = await prepare('top-up', 'success')
    await bench.faults(
      { operation: 'charge', effect: 'timeout', times: null, customerId },
      { operation: 'lookup', effect: 'timeout', times: null, customerId },
    )
    expect(await bench.topUp(customerId)).toMatchObject({ kind: 'processing' })
    for (let sweeps = 0; sweeps < 5; sweeps += 1) {
      bench.app.clock.advance({ minutes: 10 })
      await bench.sweepAll()
      expect(await bench.attempts(customerId)).toMatchObject([{ status: 'pending' }])
      expect((await bench.book(customerId)).charges).toEqual([])
    }
    await bench.faults()
    bench.app.clock.advance({ minutes: 10 })
    await bench.sweepAll()
    await bench.sweepAll()
    await expectTruth('top-up', customerId, true, 'after an hour of silence')
  })

  it('makes a payment that never arrived fail after a day, without sending it again', async () => {
    const customerId = await prepare('top-up', 'success')
    await bench.faults({ operation: 'charge', effect: 'timeout', times: null, customerId })
    await bench.topUp(customerId)
    await bench.faults()
    const [attempt] = await bench.attempts(customerId)
    const sent = () => watched.sent.filter((id) => id === attempt?.id).length
    const before = sent()
    bench.app.clock.advance({ hours: 25 })
    await bench.sweepAll()
    expect(sent()).toBe(before)
    expect(await bench.attempts(customerId)).toMatchObject([
      { status: 'failed', errorCode: 'never_arrived', grantId: null },
    ])
    expect((await bench.book(customerId)).charges).toEqual([])
    expect((await bench.wallet(customerId)).balance).toBe(0)
  })

  it.each(['lost_answer', 'error_after_commit'] as const)(
    'leaves a charge that did arrive (%s) to lookups, which settle it even after a day',
    async (effect) => {
      const customerId = await prepare('top-up', 'success')
      await bench.faults(
        { operation: 'charge', effect, times: null, customerId },
        { operation: 'lookup', effect: 'timeout', times: null, customerId },
        { operation: 'webhook', effect: 'drop', times: null, customerId },
      )
      await bench.topUp(customerId)
      await bench.sweepAll()
      const [attempt] = await bench.attempts(customerId)
      expect(attempt?.status).toBe('pending')
      const sent = () => watched.sent.filter((id) => id === attempt?.id).length
      const before = sent()
      bench.app.clock.advance({ hours: 25 })
      await bench.sweepAll()
      expect((await bench.attempts(customerId))[0]?.status).toBe('pending')
      await bench.faults()
      bench.app.clock.advance({ hours: 1 })
      await bench.sweepAll()
      expect(sent()).toBe(before)
      await expectTruth('top-up', customerId, true, effect)
    },
  )

  it('does not fail a payment whose id the provider once returned and now cannot find', async () => {
    const customerId = await prepare('top-up', 'success')
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', customerId },
      { operation: 'webhook', effect: 'drop', customerId },
    )
    await bench.topUp(customerId)
    const { rows } = await bench.app.pool.query<{ id: string }>(
      `UPDATE payments SET provider_payment_id = 'sbpi_elsewhere' WHERE customer_id = $1
       RETURNING id`,
      [customerId],
    )
    bench.app.clock.advance({ hours: 30 })
    await bench.sweepAll()
    expect((await bench.attempts(customerId))[0]?.status).toBe('pending')
    await bench.app.pool.query('UPDATE payments SET provider_payment_id = NULL WHERE id = $1', [
      rows[0]?.id,
    ])
    bench.app.clock.advance({ hours: 2 })
    await bench.sweepAll()
    await expectTruth('top-up', customerId, true, 'found again')
  })
})

describe('the outcome of a top-up', () => {
  it('is recorded once if the webhook arrives before the answer', async () => {
    const customerId = await prepare('top-up', 'success')
    watched.after = async () => {
      await bench.drain()
      expect(await bench.attempts(customerId)).toMatchObject([{ status: 'succeeded' }])
    }
    expect(await bench.topUp(customerId)).toMatchObject({ kind: 'charged_inline' })
    watched.after = null
    await expectTruth('top-up', customerId, true, 'webhook handled first')
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
  })

  it('is recorded once if sweeps run before and after the provider acts', async () => {
    const customerId = await prepare('top-up', 'success')
    const sweepOnce = async () => {
      watched.before = null
      watched.after = null
      await Promise.all([bench.sweepAll(), bench.run('sweepTopUpAttempts')])
    }
    watched.before = sweepOnce
    await bench.topUp(customerId)
    watched.after = sweepOnce
    await bench.topUp(customerId)
    await bench.sweepAll()
    const { charges } = await bench.book(customerId)
    expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(2)
    expect((await bench.wallet(customerId)).balance).toBe(2_000)
    expect((await bench.wallet(customerId)).grants).toHaveLength(2)
  })

  it('is recorded once if the answer, the webhook and sweeps arrive at once', async () => {
    const customers = await Promise.all(
      Array.from({ length: 8 }, () => prepare('top-up', 'success')),
    )
    await bench.faults(
      ...customers.map((customerId) => ({
        operation: 'charge',
        effect: 'webhook_first',
        customerId,
      })),
    )
    const asked = Promise.all(customers.map((customerId) => ask('top-up', customerId)))
    await Promise.all([asked, bench.drain(), bench.run('sweepTopUpAttempts'), bench.sweepAll()])
    await bench.sweepAll()
    for (const customerId of customers) await expectTruth('top-up', customerId, true, 'at once')
  })

  it('is recorded once if all callers wait for the same lock', async () => {
    const customerId = await prepare('top-up', 'success')
    const headers = { 'idempotency-key': `lock-${customerId}` }
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', customerId },
      { operation: 'webhook', effect: 'drop', customerId },
    )
    await bench.topUp(customerId, 1_000, { headers })
    await bench.atOnce(
      customerId,
      Array.from({ length: 3 }, () => () => bench.run('sweepTopUpAttempts')),
    )
    await expectTruth('top-up', customerId, true, 'in turn')
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
    expect(await bench.eventTypes(customerId)).toEqual(['payment.succeeded', 'topup.succeeded'])
  })

  it('is recorded even if a repeated request differs and the provider rejects it', async () => {
    const customerId = await prepare('top-up', 'success')
    await bench.faults(
      { operation: 'charge', effect: 'lost_answer', customerId },
      { operation: 'webhook', effect: 'drop', customerId },
    )
    await bench.topUp(customerId, 1_000)
    await bench.app.pool.query(
      "UPDATE payments SET description = 'After an upgrade' WHERE customer_id = $1",
      [customerId],
    )
    await bench.sweep()
    expect(await bench.attempts(customerId)).toMatchObject([{ status: 'succeeded' }])
    expect((await bench.wallet(customerId)).balance).toBe(1_000)
  })

  it('is recorded once if a request is repeated with its key after a lost answer', async () => {
    const customerId = await prepare('top-up', 'success')
    const headers = { 'idempotency-key': `again-${customerId}` }
    await bench.faults({ operation: 'charge', effect: 'lost_answer', customerId })
    await bench.topUp(customerId, 1_000, { headers })
    await bench.topUp(customerId, 1_000, { headers })
    await bench.sweepAll()
    await expectTruth('top-up', customerId, true, 'repeated')
  })
})
