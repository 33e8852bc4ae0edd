import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { customerEndpoints } from '@purser/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { read } from '../routes.ts'
import { mountDocs } from './mountDocs.ts'

const routes = Object.entries(customerEndpoints).map(([operation, endpoint]) => ({
  operation,
  module: 'customers',
  endpoint,
  handling: read(() => Promise.reject(new Error('not called'))),
}))

function serve() {
  const server = Fastify()
  mountDocs(server, routes, 'https://billing.example/')
  return server
}

test("the document lists the mounted routes and the server's address", async () => {
  const answer = await serve().inject('/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const { openapi, servers, paths } = answer.json()
  expect(openapi).toBe('3.1.1')
  expect(servers).toEqual([{ url: 'https://billing.example' }])
  expect(Object.keys(paths)).toEqual(['/v1/customers/{customerId}', '/v1/customers'])
})

test('the page may run only its own style and script', async () => {
  const answer = await serve().inject('/docs')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  for (const name of ['style', 'script']) {
    const [, text = ''] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(answer.body) ?? []
    const hash = createHash('sha256').update(text).digest('base64')
    expect(policy).toContain(`${name}-src 'sha256-${hash}'`)
  }
})

test('the page is compressed for clients that accept it, and not sent again while unchanged', async () => {
  const server = serve()
  const plain = await server.inject('/docs')
  const zipped = await server.inject({ url: '/docs', headers: { 'accept-encoding': 'br, gzip' } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  const { etag } = plain.headers
  const again = await server.inject({
    url: '/docs',
    headers: { 'if-none-match': String(etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})
