import { randomUUID } from 'node:crypto'
import type { OnboardingRun } from '@purser/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSecondApp } from '../../../../test/harness/app/secondApp.ts'
import { startWorkingApp } from '../../../../test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { sketchly } from '../testing/sketchly.ts'
import { type Site, startSite } from '../testing/startSite.ts'

/** The event stream of a run. */
let app: TestApp
let site: Site
beforeAll(async () => {
  app = await startWorkingApp()
  site = await startSite({ '/pricing': sketchly() })
})
afterAll(async () => {
  site.stop()
  await app.stop()
})

interface StreamedEvent {
  id: number
  event: string
  data: Record<string, unknown>
}

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(app.url + path, {
    ...init,
    headers: {
      'x-api-key': app.sandbox.keys.full,
      'content-type': 'application/json',
      ...init.headers,
    },
  })

const ask = (headers: Record<string, string> = {}, url = `${site.origin}/pricing`) =>
  request('/v1/onboarding/stream', { method: 'POST', body: JSON.stringify({ url }), headers })

/** Reads events until the stream ends, or until enough were read. */
async function listen(
  response: Response,
  enough = Number.POSITIVE_INFINITY,
): Promise<StreamedEvent[]> {
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: StreamedEvent[] = []
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.+)$/.exec(block) ?? []
      if (event && data) events.push({ id: Number(id), event, data: JSON.parse(data) })
    }
    if (events.length >= enough) break
  }
  return events
}

it('the event stream sends all events in order and ends with the complete run', async () => {
  const events = await listen(await ask())
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
  const statuses = events.flatMap(({ event, data }) => (event === 'status' ? [data.status] : []))
  expect(statuses).toEqual(['queued', 'fetching', 'extracting', 'creating', 'completed'])
  const found = events.filter(({ event }) => event === 'found')
  const created = events.filter(({ event }) => event === 'created')
  expect(created.map(({ data }) => data.name)).toEqual(found.map(({ data }) => data.name))
  const done = events.at(-1)
  expect(done?.event).toBe('done')
  const run = await app.ok<OnboardingRun>('getOnboardingRun', {
    params: { id: String(done?.data.id) },
  })
  expect(done?.data).toEqual(run)
  expect(run.created).toEqual(created.map(({ data }) => data))
  const { rows } = await app.pool.query(
    `SELECT payload FROM outbox_messages WHERE type = 'onboarding.completed'`,
  )
  expect(rows).toEqual([{ payload: run }])
})

/** A page that is sent when the test releases it. */
function holdBack(path: string, html: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  site.answers[path] = async (_request, response) => {
    await promise
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  }
  return resolve
}

it('the event stream continues after a disconnect where it stopped', async () => {
  const letGo = holdBack('/slow', sketchly())
  const first = await listen(await ask({}, `${site.origin}/slow`), 2)
  expect(first.map(({ data }) => data.status)).toEqual(['queued', 'fetching'])
  const id = String(first[0]?.data.id)
  letGo()
  const path = `/v1/onboarding/${id}/stream`
  const rest = await listen(await request(`${path}?after=2`))
  expect([rest[0]?.id, rest.at(-1)?.event]).toEqual([3, 'done'])
  // A browser that reconnects sends this header.
  expect(await listen(await request(path, { headers: { 'last-event-id': '2' } }))).toEqual(rest)
  expect(await listen(await request(path))).toEqual([...first, ...rest])
  expect(await listen(await request(`${path}?after=999`))).toMatchObject([{ event: 'done' }])
  expect((await request(`${path}?after=-1`)).status).toBe(400)
  expect((await request('/v1/onboarding/run_none/stream')).status).toBe(404)
})

it('two requests with one idempotency key start one run', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const [one, two] = [await listen(await ask(key)), await listen(await ask(key))]
  expect(two).toEqual(one)
})

it('two runs of one page at the same time create one catalog', async () => {
  site.answers['/twice'] = sketchly().replaceAll('Sketchly', 'Twice')
  const url = `${site.origin}/twice`
  const runs = await Promise.all(
    [ask({}, url), ask({}, url)].map(async (asked) => listen(await asked)),
  )
  const results = runs.map((events) => events.at(-1)?.data as unknown as OnboardingRun)
  expect(results.map(({ status, failed }) => [status, failed])).toEqual([
    ['completed', []],
    ['completed', []],
  ])
  const slugs = results.flatMap(({ created }) => created.map(({ kind, slug }) => `${kind} ${slug}`))
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(slugs).toContain('plan twice-pro-monthly')
})

it('the event stream ends when the server stops and does not delay the stop', async () => {
  const letGo = holdBack('/held', '<p>Closed.</p>')
  const second = await startSecondApp(app)
  const response = await fetch(`${second.url}/v1/onboarding/stream`, {
    method: 'POST',
    headers: { 'x-api-key': app.sandbox.keys.full, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.origin}/held` }),
  })
  const events = listen(response)
  await second.stop()
  expect((await events).map(({ event }) => event)).not.toContain('done')
  letGo()
})
