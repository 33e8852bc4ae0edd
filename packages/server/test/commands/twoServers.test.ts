import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import type { CheckResponse, TrackResult } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../src/platform/db/invariants/checkInvariants.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { bundlePurser } from '../harness/process/bundlePurser.ts'
import { freePort } from '../harness/process/freePort.ts'
import { eventually } from '../harness/process/purserProcess.ts'

/** Set `PURSER_TEST_TRIES=100000` for the full test. */
const TRIES = Number(process.env.PURSER_TEST_TRIES ?? 1_000)
const WORKERS = 48
const SHARED = 20

/** Two server processes share one database, as a merchant would run them. */
let app: TestApp
const servers: { url: string; child: ChildProcess }[] = []

beforeAll(async () => {
  app = await startTestApp()
  await app.ok('putCatalog', {
    body: {
      creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
      metrics: { calls: { name: 'Calls', eventName: 'call', aggregation: 'sum' } },
      features: {
        calls: { name: 'Calls', type: 'credit', metricId: 'calls', creditCurrencyId: 'credits' },
      },
    },
  })
  const names = [
    ...Array.from({ length: WORKERS }, (_, at) => `own-${at}`),
    ...Array.from({ length: SHARED }, (_, at) => `shared-${at}`),
  ]
  for (const customerId of names) {
    await app.ok('putCustomer', { params: { customerId }, body: {} })
    const grant = { customerId, creditCurrencyId: 'credits', amount: 10_000_000 }
    await app.ok('createGrant', { body: grant })
  }
  const encryptionKey = randomBytes(32).toString('base64')
  for (let at = 0; at < 2; at += 1) {
    const port = await freePort()
    const child = spawn(process.execPath, [await bundlePurser(), 'serve'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: app.databaseUrl,
        PURSER_ENCRYPTION_KEY: encryptionKey,
        PURSER_RATE_LIMIT: 'off',
        PORT: String(port),
      },
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}`
    servers.push({ url, child })
    await eventually(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  }
})
afterAll(async () => {
  for (const { child } of servers) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((ended) => child.once('close', ended))
  }
  await app.stop()
})

async function post<T>(server: number, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${servers[server]?.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': app.sandbox.keys.full, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as T
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

const track = (server: number, customerIds: string[]) =>
  post<TrackResult>(server, '/v1/usage/track', {
    events: customerIds.map((customerId) => ({ customerId, eventName: 'call' })),
  })

describe('two server processes on one database', () => {
  it(
    'include every acknowledged event in a later check, and never deadlock',
    async () => {
      let tries = 0
      let stale = 0
      let sharedEvents = 0
      const worker = async (at: number) => {
        const customerId = `own-${at}`
        let balance = 10_000_000
        for (let round = 1; tries < TRIES; round += 1) {
          tries += 1
          const server = randomInt(2)
          const { results } = await track(server, [customerId])
          balance -= 1
          expect(results[0]?.creditBalance).toBe(String(balance))
          const { creditBalance } = await post<CheckResponse>(1 - server, '/v1/check', {
            customerId,
            featureSlug: 'calls',
          })
          if (creditBalance !== balance) stale += 1
          // Tracks for shared customers in a random order on either server, to provoke a deadlock.
          if (round % 10 === 0) {
            const shared = Array.from({ length: 8 }, () => `shared-${randomInt(SHARED)}`)
            const { accepted } = await track(randomInt(2), shared)
            sharedEvents += accepted
          }
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, (_, at) => worker(at)))
      expect(stale).toBe(0)
      expect(tries).toBeGreaterThanOrEqual(TRIES)
      const { rows } = await app.pool.query<{ spent: number }>(
        `SELECT sum(10000000 - balance)::int AS spent FROM credit_accounts WHERE customer_id LIKE 'shared-%'`,
      )
      expect(rows[0]?.spent).toBe(sharedEvents)
      const deadlocks = await app.pool.query<{ deadlocks: number }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      )
      expect(deadlocks.rows[0]?.deadlocks).toBe(0)
      expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
      process.stdout.write(`${tries} checks after a track on the other server, ${stale} stale\n`)
    },
    600_000 + TRIES * 10,
  )
})
