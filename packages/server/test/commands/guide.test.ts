import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningPurser, repository, startPurser } from '../harness/process/purserProcess.ts'
import { createSeededInstallation } from '../harness/process/seededInstallation.ts'

/** Sends every request in the guides, in order, to a Purser with the demo merchant. */
let purser: RunningPurser
let installation: Awaited<ReturnType<typeof createSeededInstallation>>
beforeAll(async () => {
  installation = await createSeededInstallation()
  purser = await startPurser(installation.settings)
})
afterAll(async () => {
  await purser?.end('SIGTERM')
  await installation?.remove()
})

/**
 * The pages with requests, the minimum number of requests on each, and the key to send them with.
 * The pages that build a catalog use the live environment, because its catalog is empty at first.
 */
const PAGES: [name: string, minimum: number, key: 'secretKey' | 'liveSecretKey'][] = [
  ['catalog', 11, 'liveSecretKey'],
  ['plans', 6, 'liveSecretKey'],
  ['plan-credits', 1, 'liveSecretKey'],
  ['coupons', 1, 'liveSecretKey'],
  ['catalog-errors', 1, 'secretKey'],
  ['catalog-files', 2, 'secretKey'],
  ['credits', 6, 'secretKey'],
  ['track-usage', 5, 'secretKey'],
  ['limits', 6, 'secretKey'],
  ['check-access', 5, 'secretKey'],
  ['reservations', 5, 'secretKey'],
  ['read-usage', 6, 'secretKey'],
  ['subscriptions', 3, 'secretKey'],
  ['trials', 3, 'secretKey'],
  ['change-plans', 7, 'secretKey'],
  ['add-ons', 7, 'secretKey'],
  ['renewals', 7, 'secretKey'],
  ['cancel-and-pause', 6, 'secretKey'],
  ['test-clocks', 7, 'secretKey'],
  ['invoices', 4, 'secretKey'],
  ['tax', 2, 'secretKey'],
  ['collect-invoices', 3, 'secretKey'],
  ['invoice-pages', 3, 'secretKey'],
  ['payments', 2, 'secretKey'],
  ['test-payments', 5, 'secretKey'],
  ['top-ups', 9, 'secretKey'],
  ['auto-top-up', 6, 'secretKey'],
  ['refunds', 11, 'secretKey'],
  ['delete-customers', 2, 'secretKey'],
  ['checkout', 11, 'secretKey'],
  ['worked-examples', 20, 'secretKey'],
  ['worked-examples-billing', 36, 'secretKey'],
  // This page is the last one, because it changes a plan that the other pages use.
  ['plan-versions', 8, 'secretKey'],
]

const folder = join(repository, 'docs/guides')

interface Step {
  method: string
  path: string
  body: string | null
  /** The response that the guide shows. */
  expectedResponse: unknown
}

/** A request is an `http` block: the request line, an empty line, the body. A `json` block after it is the response. */
function readSteps(guide: string): Step[] {
  const steps: Step[] = []
  let followsRequest = false
  for (const [, language, text = ''] of guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const last = steps.at(-1)
    if (language === 'http') {
      const [requestLine = '', ...rest] = text.split('\n')
      const [method = '', path = ''] = requestLine.split(' ')
      const body = rest.join('\n').trim()
      steps.push({ method, path, body: body === '' ? null : body, expectedResponse: null })
    } else if (language === 'json' && followsRequest && last) {
      last.expectedResponse = JSON.parse(text)
    }
    followsRequest = language === 'http'
  }
  return steps
}

/** The id of an object, or the client secret of a form. */
const ID = /^[a-z]+_[0-9a-z]{26,32}(_secret_[\w-]+)?$/

/**
 * Builds the expected response. Ids and strings with an ellipsis match any string, because they
 * differ from run to run.
 */
const expected = (expectedResponse: unknown): unknown => {
  if (typeof expectedResponse === 'string')
    return ID.test(expectedResponse) || expectedResponse.includes('…')
      ? expect.any(String)
      : expectedResponse
  if (Array.isArray(expectedResponse)) return expect.arrayContaining(expectedResponse.map(expected))
  if (typeof expectedResponse !== 'object' || expectedResponse === null) return expectedResponse
  const fields = Object.entries(expectedResponse).map(([name, value]) => [name, expected(value)])
  return expect.objectContaining(Object.fromEntries(fields))
}

/** Maps each id in the guide to the id of this run. */
function noteIds(expectedResponse: unknown, answer: unknown, ids: Map<string, string>): void {
  if (typeof expectedResponse === 'string' && typeof answer === 'string') {
    if (ID.test(expectedResponse)) ids.set(expectedResponse, answer)
  } else if (
    typeof expectedResponse === 'object' &&
    expectedResponse &&
    typeof answer === 'object' &&
    answer
  ) {
    for (const [name, value] of Object.entries(expectedResponse)) {
      noteIds(value, (answer as Record<string, unknown>)[name], ids)
    }
  }
}

it('this test covers every guide that shows a request', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const pages = await Promise.all(
    files.map(async (file) => {
      const steps = readSteps(await readFile(join(folder, file), 'utf8'))
      return steps.length > 0 ? [file.replace('.md', '')] : []
    }),
  )
  expect(PAGES.map(([name]) => name).sort()).toEqual(pages.flat().sort())
})

it.each(PAGES)(
  'the guide %s shows the responses that the server sends',
  async (name, minimum, key) => {
    const steps = readSteps(await readFile(join(folder, `${name}.md`), 'utf8'))
    expect(steps.length).toBeGreaterThanOrEqual(minimum)
    const { baseUrl, [key]: apiKey } = purser.credentials
    const ids = new Map<string, string>()
    const translate = (text: string) =>
      [...ids].reduce((result, [guideId, actualId]) => result.replaceAll(guideId, actualId), text)
    for (const { method, path, body, expectedResponse } of steps) {
      const request = `${method} ${path}`
      const send = async (): Promise<unknown> => {
        const response = await fetch(baseUrl + translate(path), {
          method,
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
          body: body === null ? null : translate(body),
        })
        return response.json()
      }
      if (expectedResponse === null) {
        expect(await send(), request).not.toHaveProperty('error')
      } else if (method === 'GET') {
        // Webhooks and jobs deliver their results a moment later.
        await expect
          .poll(send, { message: request, timeout: 60_000 })
          .toEqual(expected(expectedResponse))
        noteIds(expectedResponse, await send(), ids)
      } else {
        const answer = await send()
        expect(answer, request).toEqual(expected(expectedResponse))
        noteIds(expectedResponse, answer, ids)
      }
    }
  },
)
