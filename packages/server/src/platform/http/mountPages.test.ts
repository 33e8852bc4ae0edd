import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountPages } from './mountPages.ts'

const SCRIPT = 'export const portal = 1'
const PAGE = '<script type="module" src="/pages/portal-a1.js"></script>'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-pages-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function build(): Promise<void> {
  await mkdir(join(folder, 'pages'))
  await writeFile(join(folder, 'pages/portal-a1.js'), SCRIPT)
  for (const name of ['portal', 'checkout', 'invoice', 'pricing', 'onboarding']) {
    await writeFile(join(folder, `${name}.html`), PAGE)
  }
}

function serve(publicUrl = 'https://billing.example') {
  const server = Fastify()
  mountPages(server, { publicUrl, built: pathToFileURL(`${folder}/`) })
  return server
}

test('pages are revalidated, and their assets are cached permanently', async () => {
  await build()
  const server = serve()
  for (const path of ['/portal', '/portal/credits', '/checkout/x', '/invoice/x', '/pricing/x']) {
    const { statusCode, headers, body } = await server.inject(path)
    expect({ path, statusCode, body }).toEqual({ path, statusCode: 200, body: PAGE })
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
    })
  }
  const script = await server.inject({
    url: '/pages/portal-a1.js',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(gunzipSync(script.rawPayload).toString()).toBe(SCRIPT)
})

test('nothing outside the build is served', async () => {
  await build()
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const server = serve()
  for (const file of ['..%2fsecret.txt', '../secret.txt', '%2e%2e%2fsecret.txt', 'portal-a2.js']) {
    const { statusCode, body } = await server.inject(`/pages/${file}`)
    expect(statusCode).not.toBe(200)
    expect(body).not.toBe('secret')
  }
})

test('no inline code runs, no page frames another, and Stripe is allowed only where cards are entered', async () => {
  await build()
  const server = serve()
  const policyOf = async (path: string) =>
    String((await server.inject(path)).headers['content-security-policy'])
  for (const path of ['/portal', '/checkout/x', '/invoice/x', '/pricing/x', '/onboarding']) {
    const policy = await policyOf(path)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy.includes('stripe')).toBe(path !== '/pricing/x' && path !== '/onboarding')
  }
})

test('pages behind a path prefix load their assets from there', async () => {
  await build()
  const { body } = await serve('https://example.com/billing/').inject('/portal')
  expect(body).toContain('src="/billing/pages/portal-a1.js"')
})

test('without a build, a page says how to create one and appears once it exists', async () => {
  const server = serve()
  const missing = await server.inject('/portal')
  expect(missing.statusCode).toBe(503)
  expect(missing.body).toContain('npm run build:web')
  await build()
  expect((await server.inject('/portal')).statusCode).toBe(200)
})
