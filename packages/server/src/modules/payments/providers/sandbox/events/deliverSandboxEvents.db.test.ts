import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../../../../platform/db/pool.ts'
import { runJobs } from '../../../../../platform/jobs/runJobs.ts'
import { sandboxJobs } from '../jobs.ts'
import { openSandboxBench, type SandboxBench } from '../testing/sandboxBench.ts'
import { deliverSandboxEvents } from './deliverSandboxEvents.ts'

/** Replaces Purser's webhook endpoint and answers as the test demands. */
let door: Server
let received: { path: string; body: Buffer; signature: string }[] = []
let answers: number[] = []
let bench: SandboxBench

beforeAll(async () => {
  door = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const signature = String(request.headers['sandbox-signature'])
    received.push({ path: request.url ?? '', body, signature })
    response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end('{}')
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  bench = await openSandboxBench(`http://127.0.0.1:${(door.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await bench.stop()
  door.closeAllConnections()
  await new Promise((resolve) => door.close(resolve))
})
beforeEach(async () => {
  await bench.fail()
  answers = []
  await deliver()
  received = []
})

const deliver = () => deliverSandboxEvents(bench.options)
const charge = async () => {
  const request = await bench.newCharge()
  const outcome = await bench.provider.charge(request)
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
  return { ...request, providerPaymentId: outcome.providerPaymentId }
}
const deliveredIds = () => received.map(({ body }) => JSON.parse(body.toString()).data.id)
const statuses = async (id: string) =>
  (
    await bench.app.pool.query('SELECT status, tries FROM sandbox_events WHERE body LIKE $1', [
      `%${id}%`,
    ])
  ).rows

describe('an event', () => {
  it('arrives once, signed, at the endpoint of its environment, and the adapter can read it', async () => {
    const { providerPaymentId, attemptId } = await charge()
    await deliver()
    await deliver()
    expect(received).toHaveLength(1)
    const [{ path, body, signature } = { path: '', body: Buffer.alloc(0), signature: '' }] =
      received
    expect(path).toBe(`/v1/webhooks/sandbox/${bench.environmentId}`)
    const now = bench.app.clock.now()
    const headers = { 'sandbox-signature': signature }
    const { event } = await bench.provider.readWebhook({ body, headers, now })
    expect(event).toEqual({
      id: expect.stringMatching(/^sbevt_/),
      kind: 'payment',
      providerPaymentId,
      attemptId,
    })
  })

  it('about a payment, a refund or a method is translated to the terms of the port', async () => {
    const { providerPaymentId, providerMethodId } = await charge()
    const refund = { refundId: 'ref_told', providerPaymentId, amount: 5, currency: 'usd' }
    const outcome = await bench.provider.refund(refund)
    await bench.provider.detachMethod(providerMethodId)
    await deliver()
    const events = await Promise.all(
      received.map(({ body, signature }) =>
        bench.provider.readWebhook({
          body,
          headers: { 'sandbox-signature': signature },
          now: bench.app.clock.now(),
        }),
      ),
    )
    const providerRefundId = outcome.kind === 'succeeded' ? outcome.providerRefundId : ''
    expect(events.map(({ event: { id: _id, ...event } }) => event)).toEqual([
      { kind: 'payment', providerPaymentId, attemptId: expect.any(String) },
      { kind: 'refund', providerRefundId, refundId: 'ref_told' },
      { kind: 'method', providerMethodId, setupId: null },
    ])
  })

  it('is retried after longer and longer pauses if the endpoint rejects it', async () => {
    answers = [500, 404, 302, 200]
    const { providerPaymentId } = await charge()
    await deliver()
    await deliver()
    expect(received).toHaveLength(1)
    for (const [seconds, tries] of [
      [1, 2],
      [5, 3],
    ] as const) {
      bench.app.clock.advance({ seconds: seconds - 0.001 })
      await deliver()
      expect(received).toHaveLength(tries - 1)
      bench.app.clock.advance({ seconds: 0.001 })
      await deliver()
      expect(received).toHaveLength(tries)
    }
    bench.app.clock.advance({ seconds: 30 })
    await deliver()
    expect(await statuses(providerPaymentId)).toEqual([{ status: 'delivered', tries: 4 }])
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(received.map(({ signature }) => signature)).size).toBe(4)
  })

  it('is retried for three days and is then given up', async () => {
    answers = Array.from({ length: 100 }, () => 503)
    const { providerPaymentId } = await charge()
    for (let hours = 0; hours < 71; hours += 1) {
      await deliver()
      bench.app.clock.advance({ hours: 1 })
    }
    expect(await statuses(providerPaymentId)).toMatchObject([{ status: 'waiting' }])
    bench.app.clock.advance({ hours: 7 })
    await deliver()
    expect(await statuses(providerPaymentId)).toMatchObject([{ status: 'given_up' }])
  })

  it('is sent once by two concurrent workers', async () => {
    for (let count = 0; count < 6; count += 1) await charge()
    await Promise.all([deliver(), deliver(), deliver()])
    expect(received).toHaveLength(6)
    expect(new Set(deliveredIds()).size).toBe(6)
  })

  it('is sent by another worker if the one that claimed it died', async () => {
    const { providerPaymentId } = await charge()
    await bench.app.pool.query(
      `UPDATE sandbox_events SET taken_until = $1 WHERE status = 'waiting'`,
      [new Date(bench.app.clock.now().getTime() + 60_000)],
    )
    await deliver()
    expect(received).toEqual([])
    bench.app.clock.advance({ minutes: 1 })
    await deliver()
    expect(deliveredIds()).toEqual([providerPaymentId])
  })

  it('is delivered by the queue immediately', async () => {
    const { databaseUrl } = bench.app
    const owner = createPool({ connectionString: databaseUrl, max: 4, as: 'owner' })
    // The schedule or a job of an earlier test would deliver the event as well.
    await owner.query('DELETE FROM graphile_worker._private_jobs')
    const jobs = { ...sandboxJobs(bench.options), schedule: [] }
    const runner = await runJobs(owner, jobs, pino({ level: 'silent' }))
    try {
      const { providerPaymentId } = await charge()
      await expect.poll(deliveredIds, { timeout: 60_000 }).toEqual([providerPaymentId])
    } finally {
      await runner.stop()
      await owner.end()
    }
  })

  it('is found within a minute if its job was lost', () => {
    const { handlers, schedule } = sandboxJobs(bench.options)
    expect(schedule).toEqual(['* * * * * deliverSandboxEvents'])
    expect(Object.keys(handlers)).toEqual(['deliverSandboxEvents'])
  })
})

describe('a webhook fault', () => {
  it('duplicate: sends the event twice, with two signatures', async () => {
    await bench.fail({ operation: 'webhook', effect: 'duplicate' })
    const { providerPaymentId } = await charge()
    await deliver()
    expect(deliveredIds()).toEqual([providerPaymentId, providerPaymentId])
    expect(new Set(received.map(({ signature }) => signature)).size).toBe(2)
    const now = bench.app.clock.now()
    for (const { body, signature } of received) {
      const headers = { 'sandbox-signature': signature }
      expect(await bench.provider.readWebhook({ body, headers, now })).toMatchObject({
        event: { providerPaymentId },
      })
    }
  })

  it('drop: skips the event and sends the next one', async () => {
    await bench.fail({ operation: 'webhook', effect: 'drop' })
    const dropped = await charge()
    const next = await charge()
    bench.app.clock.advance({ days: 1 })
    await deliver()
    expect(deliveredIds()).toEqual([next.providerPaymentId])
    expect(await statuses(dropped.providerPaymentId)).toEqual([{ status: 'dropped', tries: 0 }])
  })

  it('delay: sends the event later', async () => {
    await bench.fail({ operation: 'webhook', effect: 'delay', delayMs: 90_000 })
    const { providerPaymentId } = await charge()
    await deliver()
    expect(received).toEqual([])
    bench.app.clock.advance({ seconds: 90 })
    await deliver()
    expect(deliveredIds()).toEqual([providerPaymentId])
  })

  it('reorder: holds the event until a later one is sent', async () => {
    await bench.fail({ operation: 'webhook', effect: 'reorder' })
    const first = await charge()
    await deliver()
    expect(received).toEqual([])
    const second = await charge()
    await deliver()
    expect(deliveredIds()).toEqual([second.providerPaymentId, first.providerPaymentId])
  })

  it('reorder: sends the event after an hour even if no later event follows', async () => {
    await bench.fail({ operation: 'webhook', effect: 'reorder' })
    const { providerPaymentId } = await charge()
    bench.app.clock.advance({ hours: 1 })
    await deliver()
    expect(deliveredIds()).toEqual([providerPaymentId])
  })

  it('of one customer does not affect others', async () => {
    const request = await bench.newCharge()
    await bench.fail({
      operation: 'webhook',
      effect: 'drop',
      times: null,
      customerReference: request.customerId,
    })
    await bench.provider.charge(request)
    const other = await charge()
    await deliver()
    expect(deliveredIds()).toEqual([other.providerPaymentId])
  })
})

describe('the fault webhook_first', () => {
  it('answers a charge after its event was delivered', async () => {
    await bench.fail({ operation: 'charge', effect: 'webhook_first' })
    const { providerPaymentId } = await charge()
    expect(deliveredIds()).toEqual([providerPaymentId])
    await deliver()
    expect(received).toHaveLength(1)
  })

  it('answers a refund after its event was delivered', async () => {
    const { providerPaymentId } = await charge()
    await deliver()
    received = []
    await bench.fail({ operation: 'refund', effect: 'webhook_first' })
    const refund = { refundId: 'ref_first', providerPaymentId, amount: 5, currency: 'usd' }
    expect(await bench.provider.refund(refund)).toMatchObject({ kind: 'succeeded' })
    expect(received).toHaveLength(1)
  })

  it('answers even if the delivery fails', async () => {
    await bench.fail({ operation: 'charge', effect: 'webhook_first' })
    answers = [500]
    await charge()
    expect(received).toHaveLength(1)
  })
})
