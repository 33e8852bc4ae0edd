import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/test/harness/process/freePort.ts'
import { type DevServer, startDevServer } from '../dev/startDevServer.ts'

let address: string
let dev: DevServer
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  dev = await startDevServer({
    host: '127.0.0.1',
    port,
    serverUrl: `http://127.0.0.1:${await freePort()}`,
    untilServerAnswers: async () => {},
    findPage: () => undefined,
  })
})
afterAll(() => dev.close())

it('the development server explains that the Purser server is not running', async () => {
  const response = await fetch(`${address}/v1/products`)
  expect(response.status).toBe(502)
  expect(await response.text()).toBe(
    'The Purser server is not running. The terminal with "npm run dev" shows why.\n',
  )
})
