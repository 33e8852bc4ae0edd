import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  postgresProcesses,
  type RunningPurser,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'

/** Runs `npm run example` as a newcomer would. */
let data: { dataDir: string; remove(): Promise<void> }
let example: RunningPurser
let port: number
beforeAll(async () => {
  data = await temporaryDataDir()
  port = await freePort()
  example = await startPurser(
    {
      PURSER_DATA_DIR: data.dataDir,
      PORT: String(await freePort()),
      EXAMPLE_PORT: String(port),
    },
    [process.execPath, 'scripts/example.mjs'],
  )
})
afterAll(() => data.remove())

const call = (path: string, body: object, cookie = '') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

it('npm run example starts Purser and an app that uses it', async () => {
  await eventually(() => example.output().includes(`Pixelmill is at http://127.0.0.1:${port}`))
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<title>Pixelmill')
})

it('the example app draws images only for users with credits', async () => {
  const order = { orderId: 'order-0001', prompt: 'Hills', model: 'standard', count: 2 }
  expect((await call('/api/images', order)).status).toBe(401)
  const signedIn = await call('/api/sign-in', { email: 'ada@example.com' })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await call('/api/images', { ...order, count: 1.5 }, cookie)).status).toBe(400)
  expect((await call('/api/images', order, `${cookie}x`)).status).toBe(401)
  const denied = await call('/api/images', order, cookie)
  expect([denied.status, await denied.json()]).toMatchObject([402, { kind: 'denied' }])

  const { token, purserUrl } = (await (await call('/api/billing-token', {}, cookie)).json()) as {
    token: string
    purserUrl: string
  }
  const subscribed = await fetch(`${purserUrl}/v1/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ planId: 'free' }),
  })
  expect(subscribed.status).toBe(200)
  const drawn = await (await call('/api/images', order, cookie)).json()
  expect(drawn).toMatchObject({ kind: 'made', creditsDeducted: '2' })
  // Repeating the order draws the same images and costs nothing more.
  expect(await (await call('/api/images', order, cookie)).json()).toEqual(drawn)
  const wallets = await fetch(`${purserUrl}/v1/credits/ledger`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await wallets.json()).toMatchObject({
    data: [{ reason: 'USAGE_DEDUCTION', balanceAfter: 23 }, { reason: 'PLAN_GRANT' }],
  })
})

it('npm run example stops Purser and the app completely', async () => {
  expect(await example.end('SIGTERM')).toBe(0)
  await eventually(async () => (await postgresProcesses(data.dataDir)).length === 0)
  await expect(call('/api/sign-out', {})).rejects.toThrow()
})
