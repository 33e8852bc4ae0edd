import type { OnboardingRun } from '@purser/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { sketchly } from '../testing/sketchly.ts'
import { type Site, startSite } from '../testing/startSite.ts'

/** Inputs that are not pricing pages: the run fails with a reason and creates nothing. */
let app: TestApp
let guarded: TestApp
let site: Site
beforeAll(async () => {
  app = await startTestApp()
  guarded = await startTestApp({ allowPrivateUrls: false })
  site = await startSite({
    '/empty': '<html><body></body></html>',
    '/story': '<h1>About us</h1><p>We were founded in 2019 and have 40 cats.</p>',
    '/pdf': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    '/image': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e])),
    '/redirect': (_request, response) =>
      response.writeHead(302, { location: 'http://user:secret@127.0.0.1/' }).end(),
    '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/broken': (_request, response) => response.writeHead(500).end('oh'),
    '/secret': (_request, response) => response.writeHead(403).end('no'),
    '/packed': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed'),
    '/cut': (request) => request.socket.destroy(),
    // The largest number of bytes that is accepted.
    '/huge': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const write = () => {
        while (!response.destroyed && response.write('<p>$9 a month</p>'.repeat(1_000)));
      }
      response.on('drain', write)
      write()
    },
    '/deep': `${'<div>'.repeat(150_000)}$9 a month`,
    '/private/pricing': sketchly(),
    '/robots.txt': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end('User-agent: *\nDisallow: /private/'),
  })
})
afterAll(async () => {
  site.stop()
  await app.stop()
  await guarded.stop()
})

async function read(url: string, by = app): Promise<OnboardingRun> {
  const { id } = await by.ok<{ id: string }>('startOnboarding', { body: { url } })
  for (const loop of by.app.jobs.loops ?? []) await loop.settle()
  return by.ok<OnboardingRun>('getOnboardingRun', { params: { id } })
}

it.each([
  ['my prices', '"my prices" is not a URL. Give the full address of your pricing page'],
  ['shop.example/pricing', 'is not a URL'],
  ['ftp://shop.example/', 'is not the address of a web page'],
  ['javascript:alert(1)', 'is not the address of a web page'],
  ['file:///etc/passwd', 'is not the address of a web page'],
  ['http://user:pw@shop.example/', 'must have no credentials'],
  ['/nowhere', 'There is no page at this address: it answered 404 (Not Found)'],
  ['/pdf', 'This is a PDF, not a web page'],
  ['/image', 'This is an image, not a web page'],
  ['/redirect', 'must have no credentials'],
  ['/circle', 'there were too many redirects'],
  ['/broken', 'it answered 500'],
  ['/secret', 'The site does not let programs read this page: it answered 403'],
  ['/packed', 'the response does not match its content-encoding'],
  ['/cut', 'the connection was cut'],
  ['/huge', 'The page is larger than 2 MB'],
  ['/empty', 'No plans or prices were found on this page.'],
  ['/story', 'No plans or prices were found on this page.'],
  ['/deep', ''],
  ['/private/pricing', 'asks programs not to read this page'],
])('%s fails: %s', async (address, reason) => {
  const run = await read(address.startsWith('/') ? site.origin + address : address)
  expect(run).toMatchObject({ status: 'failed', created: [], productId: null })
  expect(run.error).toContain(reason)
  expect(run.completedAt).not.toBeNull()
  expect((await app.ok<{ data: unknown[] }>('listProducts')).data).toEqual([])
})

it.each(['http://127.0.0.1:1/', 'http://[::1]/', 'http://localhost/pricing', 'http://10.0.0.8/'])(
  '%s is not requested unless private addresses are allowed',
  async (url) => {
    const run = await read(url, guarded)
    expect(run.status).toBe('failed')
    expect(run.error).toMatch(/private, loopback or otherwise special address/)
  },
)

it('an allowed page must not redirect to a forbidden one', async () => {
  const asked = site.asked.length
  const run = await read(`${site.origin}/empty`, guarded)
  expect(run.error).toMatch(/private/)
  expect(site.asked.length).toBe(asked)
})

it('pages are read only in the sandbox and only for callers with write access', async () => {
  const { live, sandbox, other } = app
  const body = { url: `${site.origin}/empty` }
  for (const operation of ['startOnboarding', 'streamOnboarding']) {
    expect(await app.fails(operation, { key: live.keys.full, body })).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('sandbox'),
    })
    expect(await app.fails(operation, { key: sandbox.keys.read, body })).toMatchObject({
      status: 403,
    })
  }
  const { id } = await read(body.url)
  for (const operation of ['getOnboardingRun', 'followOnboarding', 'applyOnboarding']) {
    const call = { key: other.sandbox.keys.full, params: { id } }
    expect(await app.fails(operation, call)).toMatchObject({ status: 404 })
  }
  expect(await app.fails('applyOnboarding', { params: { id } })).toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('failed'),
  })
})
