import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningPurser, startPurser } from '../harness/process/purserProcess.ts'
import { createSeededInstallation } from '../harness/process/seededInstallation.ts'

/** Makes Node behave in every thread as if the package were not installed. */
const HIDE_PACKAGE = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '@purser/pricing-reader') return next(specifier, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })`)}`

let remove: () => Promise<void>
let purser: RunningPurser
beforeAll(async () => {
  const installation = await createSeededInstallation()
  remove = installation.remove
  purser = await startPurser({
    ...installation.settings,
    NODE_OPTIONS: `--import=${HIDE_PACKAGE}`,
  })
})
afterAll(async () => {
  await purser?.end('SIGTERM')
  await remove()
})

async function api(path: string, body?: object) {
  const response = await fetch(`${purser.credentials.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': purser.credentials.secretKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { error: { code: string; message: string } },
  }
}

it('a server without the pricing reader starts and serves everything else', async () => {
  expect(await api('/v1/products')).toMatchObject({ status: 200 })
})

it.each(['/v1/onboarding', '/v1/onboarding/stream'])(
  'POST %s reports in one sentence that the package is missing',
  async (path) => {
    const answer = await api(path, { url: 'https://shop.example/pricing' })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } })
    const { message } = answer.body.error
    expect(message).toContain('without the package @purser/pricing-reader')
    expect(message.match(/\.(?=\s|$)/g)).toHaveLength(1)
  },
)
