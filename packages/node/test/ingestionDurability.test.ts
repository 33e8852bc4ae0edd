import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type MortalPurser,
  startMortalPurser,
} from '../../server/test/harness/process/startMortalPurser.ts'
import { runsAll } from '../../server/test/harness/runsAll.ts'

/** Set `PURSER_TEST_EVENTS=1000000` for the full test. */
const EVENTS = Number(process.env.PURSER_TEST_EVENTS ?? (runsAll ? 6_000 : 2_400))
const CUSTOMERS = 20
const GRANTED = 1_000_000_000
const KILLS = 3
/** Maximum growth of the heap, regardless of the number of events. */
const RETAINED_MB = 24

interface Figures {
  left: number
  seconds: number
  startMb: number
  mostMb: number
  endMb: number
  errors: Record<string, number>
}

let purser: MortalPurser
let flood: ChildProcess | undefined
beforeAll(async () => {
  purser = await startMortalPurser()
})
afterAll(async () => {
  flood?.kill('SIGKILL')
  await purser.end()
})

test(
  `all ${EVENTS} events count once although the server is killed ${KILLS} times`,
  async () => {
    const customers = Array.from({ length: CUSTOMERS }, (_, at) => `flood-${at}`)
    for (const customerId of customers) {
      await purser.send('PUT', `/v1/customers/${customerId}`, {})
      const grant = { customerId, creditCurrencyId: 'image-credits', amount: GRANTED }
      await purser.send('POST', '/v1/credits/grants', grant)
    }

    const figures = await sendWhileKilling()
    expect(figures.left).toBe(0)
    expect(Object.keys(figures.errors)).not.toContain('buffer_overflow')
    expect(Object.keys(figures.errors)).not.toContain('events_rejected')

    const [counted] = await purser.rows<{ events: string; keys: string; total: string }>(
      `SELECT count(*) AS events, count(DISTINCT idempotency_key) AS keys, sum(quantity) AS total
       FROM usage_events WHERE customer_id LIKE 'flood-%'`,
    )
    expect(Number(counted?.events)).toBe(EVENTS)
    expect(Number(counted?.keys)).toBe(EVENTS)
    expect(Number(counted?.total)).toBe(EVENTS)
    for (const [at, customerId] of customers.entries()) {
      const sent = Math.floor((EVENTS + CUSTOMERS - 1 - at) / CUSTOMERS)
      const accounts = await purser.send<{ data: { balance: number }[] }>(
        'GET',
        `/v1/customers/${customerId}/credit-accounts`,
      )
      expect(accounts.data[0]?.balance).toBe(GRANTED - sent)
      const days = await purser.send<{ data: { total: number }[] }>(
        'GET',
        `/v1/usage/aggregate?customerId=${customerId}`,
      )
      expect(days.data.reduce((sum, { total }) => sum + total, 0)).toBe(sent)
    }
    await purser.expectSoundBooks()

    const { seconds, startMb, mostMb, endMb, errors } = figures
    process.stdout.write(
      `${EVENTS} events in ${seconds.toFixed(1)} s, ${Math.round(EVENTS / seconds)} a second, over ${KILLS} kills; heap ${startMb.toFixed(1)} MB at the start, ${mostMb.toFixed(1)} at most, ${endMb.toFixed(1)} at the end; errors: ${JSON.stringify(errors)}\n`,
    )
    expect(endMb - startMb).toBeLessThan(RETAINED_MB)
  },
  600_000 + EVENTS * 5,
)

/** Lets a process send events, and kills the server at random times. */
async function sendWhileKilling(): Promise<Figures> {
  const moments = Array.from(
    { length: KILLS },
    (_, at) => (EVENTS * (at + randomInt(20, 80) / 100)) / KILLS,
  )
  const { baseUrl, secretKey } = await credentials()
  const script = resolve(import.meta.dirname, 'processes/flood.ts')
  const args = ['--expose-gc', script, baseUrl, secretKey, String(EVENTS), String(CUSTOMERS)]
  flood = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!flood.stdout) throw new Error('The process has no output.')
  let restarting: Promise<void> = Promise.resolve()
  for await (const line of createInterface({ input: flood.stdout })) {
    const said = JSON.parse(line) as Figures | { acknowledged: number }
    if ('seconds' in said) {
      await restarting
      expect(moments).toEqual([])
      return said
    }
    if (said.acknowledged >= (moments[0] ?? Number.POSITIVE_INFINITY)) {
      moments.shift()
      restarting = restarting.then(async () => {
        await purser.kill()
        await purser.revive()
      })
    }
  }
  throw new Error('The process ended before it sent all events.')
}

const credentials = async (): Promise<{ baseUrl: string; secretKey: string }> =>
  JSON.parse(await readFile(join(purser.settings.PURSER_DATA_DIR, 'credentials.json'), 'utf8'))
