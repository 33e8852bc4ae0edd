import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/harness/app/testApp.ts'
import { IngestionClient, Purser } from '../src/index.ts'

let app: TestApp
let purser: Purser
beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  purser = new Purser({ apiKey: app.sandbox.keys.full, baseUrl: app.url })
  await purser.creditCurrencies.create({ name: 'Ink', slug: 'ink', denomination: 'unit' })
  await purser.metrics.create({
    name: 'Letters',
    slug: 'letters',
    eventName: 'letter.written',
    aggregation: 'sum',
  })
  await purser.features.create({
    name: 'Letters',
    slug: 'letters',
    type: 'credit',
    metricId: 'letters',
    creditCurrencyId: 'ink',
    creditCost: { perUnit: '1' },
  })
})
afterAll(() => app.stop())

/** Uses the test's clock, because the server does too. */
const timestamp = '2026-01-15T11:00:00.000Z'

async function startCustomer(customerId: string, credits: number) {
  await purser.customers.put(customerId, {})
  await purser.credits.grant({ customerId, creditCurrencyId: 'ink', amount: credits })
}

const connect = (more: Partial<ConstructorParameters<typeof IngestionClient>[0]> = {}) =>
  new IngestionClient({ apiKey: app.sandbox.keys.runtime, baseUrl: app.url, ...more })

test('a client with a runtime key tracks and checks, and credits run out in the order of the events', async () => {
  await startCustomer('ada', 150)
  const client = connect()
  const question = { customerId: 'ada', featureSlug: 'letters' }
  expect(await client.check(question)).toEqual({ access: true })
  for (let at = 0; at < 180; at += 1) {
    client.track({ customerId: 'ada', eventName: 'letter.written', timestamp })
  }
  const { accepted, rejected, rejections } = await client.flush()
  expect({ accepted, rejected }).toEqual({ accepted: 150, rejected: 30 })
  expect(rejections.map(({ index }) => index)).toEqual(
    Array.from({ length: 30 }, (_, at) => 150 + at),
  )
  expect(rejections[0]?.reason).toBe('insufficient_credits')
  expect(await client.check(question)).toEqual({ access: false, deniedReason: 'credit_exhausted' })
  await client.shutdown()
})

test('events whose answer is lost count once', async () => {
  await startCustomer('bob', 1_000)
  let lost = 0
  const client = connect({
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      lost += 1
      if (lost % 2 === 0) return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed')
    },
  })
  for (let at = 0; at < 250; at += 1) {
    client.track({ customerId: 'bob', eventName: 'letter.written', timestamp })
  }
  expect(await client.shutdown()).toMatchObject({ accepted: 250, rejected: 0 })
  const { data } = await purser.usage.getAggregate({ customerId: 'bob' })
  expect(data).toMatchObject([{ total: 250 }])
})

test("a batch that exceeds the server's limit is sent in parts", async () => {
  await startCustomer('carl', 1_000)
  const client = connect()
  const properties = { text: 'x'.repeat(15_000) }
  for (let at = 0; at < 100; at += 1) {
    client.track({ customerId: 'carl', eventName: 'letter.written', timestamp, properties })
  }
  expect(await client.shutdown()).toMatchObject({ accepted: 100, rejected: 0 })
})

test('the client keeps its events if the key is revoked', async () => {
  const reports: string[] = []
  const client = connect({
    apiKey: 'sk_sandbox_revoked',
    onFlushError: ({ code }, events) => reports.push(`${code} ${events.length}`),
  })
  client.track({ customerId: 'ada', eventName: 'letter.written' })
  expect(await client.flush()).toMatchObject({ accepted: 0 })
  expect(client.bufferSize).toBe(1)
  expect(reports).toEqual(['unauthorized 1'])
  await client.shutdown()
  expect(reports).toEqual(['unauthorized 1', 'events_undelivered 1'])
})
