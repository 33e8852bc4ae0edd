import { afterAll, beforeAll, expect, test } from 'vitest'
import { sketchly } from '../../server/src/modules/onboarding/testing/sketchly.ts'
import { type Site, startSite } from '../../server/src/modules/onboarding/testing/startSite.ts'
import { startWorkingApp } from '../../server/test/harness/app/startWorkingApp.ts'
import type { TestApp } from '../../server/test/harness/app/testApp.ts'
import { Purser } from '../src/index.ts'

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

test('a run can be followed, left, and followed again from the last event', async () => {
  const purser = new Purser({ apiKey: app.sandbox.keys.full, baseUrl: app.url })
  const heard: unknown[] = []
  let runId = ''
  let last: string | null = null
  for await (const event of purser.onboarding.stream({ url: `${site.origin}/pricing` })) {
    heard.push(event)
    last = event.id
    if (event.event === 'status') runId = event.data.id
    if (event.event === 'found') break
  }
  for await (const event of purser.onboarding.follow(runId, { after: Number(last) })) {
    heard.push(event)
  }
  const all: unknown[] = []
  for await (const event of purser.onboarding.follow(runId)) all.push(event)
  expect(heard).toEqual(all)
  const done = await purser.onboarding.get(runId)
  expect(done.status).toBe('completed')
  expect(all.at(-1)).toMatchObject({ event: 'done', data: done })
})
