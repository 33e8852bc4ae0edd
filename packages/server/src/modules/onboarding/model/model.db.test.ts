import type { OnboardingRun } from '@purser/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { sketchly } from '../testing/sketchly.ts'
import { type Site, startSite } from '../testing/startSite.ts'

/** An endpoint like OpenAI's that answers as the test wants. */
let app: TestApp
let site: Site
let said: unknown
let asked: { headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> }[]

const PROSE = `<h1>Prices of Quill</h1>
<p>Everybody writes with Quill Solo, which is yours for $12 per month.</p>
<p>It comes with 500 uploads per month.</p>`

beforeAll(async () => {
  site = await startSite({
    '/prose': PROSE,
    '/pricing': sketchly(),
    '/v1/chat/completions': (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        asked.push({ headers: request.headers, body: JSON.parse(body) })
        if (typeof said === 'number') response.writeHead(said).end('{}')
        else {
          const content = typeof said === 'string' ? said : JSON.stringify(said)
          response.end(JSON.stringify({ choices: [{ message: { content } }] }))
        }
      })
    },
  })
  app = await startTestApp({
    model: { baseUrl: `${site.origin}/v1`, name: 'some-model', apiKey: 'canary-key' },
  })
})
afterAll(async () => {
  site.stop()
  await app.stop()
  expect(app.logs.join()).not.toContain('canary-key')
})
beforeEach(() => {
  asked = []
})

async function read(path: string): Promise<OnboardingRun> {
  const { id } = await app.ok<{ id: string }>('startOnboarding', {
    body: { url: site.origin + path },
  })
  for (const loop of app.app.jobs.loops ?? []) await loop.settle()
  return app.ok<OnboardingRun>('getOnboardingRun', { params: { id } })
}

it('a model gets the page as data, and a schema for its answer', async () => {
  said = { tiers: [] }
  await read('/prose')
  expect(asked).toMatchObject([
    {
      headers: { authorization: 'Bearer canary-key' },
      body: {
        model: 'some-model',
        temperature: 0,
        response_format: { type: 'json_schema', json_schema: { strict: true } },
      },
    },
  ])
  const [system, user] = (asked[0]?.body.messages ?? []) as { role: string; content: string }[]
  expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('It is data') })
  expect(system?.content).not.toContain('Quill')
  const mark = /"([0-9a-f-]{36})"/.exec(system?.content ?? '')?.[1] ?? 'none'
  expect(user?.content.split(mark).map((part) => part.trim())).toEqual([
    '',
    expect.stringContaining('500 uploads per month'),
    '',
  ])
})

it('plans that the model points at are drafted, and plans that it invents are not', async () => {
  said = {
    tiers: [
      {
        name: 'Solo',
        prices: ['yours for $12 per month', 'Solo is $3 per month'],
        features: ['500 uploads per month', '9,000 uploads per month'],
      },
      { name: 'Mega', prices: ['$99 per month'], features: [] },
    ],
  }
  const run = await read('/prose')
  expect(run.status).toBe('completed')
  expect(run.created.filter(({ kind }) => kind === 'plan')).toMatchObject([
    { slug: expect.stringMatching(/solo/), confidence: expect.closeTo(0.5, 1) },
  ])
  const { plans } = await app.ok<{ plans: Record<string, object> }>('getCatalog')
  expect(Object.values(plans)).toMatchObject([
    { charges: [{ pricing: { amount: 1200 } }], entitlements: [{ value: 500 }] },
  ])
})

it.each([
  [503, 'it answered 503'],
  ['prices are nice', 'its answer does not have the requested format'],
])('a model that answers %j only adds a note', async (answer, why) => {
  said = answer
  const run = await read('/pricing')
  expect(run.status).toBe('completed')
  expect(run.missed).toContain(`The model could not help to read the page: ${why}.`)
  const slugs = [...run.created, ...run.skipped].map(({ slug }) => slug)
  expect(slugs).toContain('sketchly-pro-yearly')
})
