import { readdirSync } from 'node:fs'
import { endpoints } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'

let app: TestApp
interface OpenApi {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, { operationId: string }>>
}
let document: OpenApi
beforeAll(async () => {
  app = await startTestApp()
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi
})
afterAll(() => app.stop())

/** Routes that are not part of the API: monitoring, documentation and hosted pages. */
const BESIDE_THE_API = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/portal',
  '/portal/{view}',
  '/checkout/{id}',
  '/invoice/{id}',
  '/pricing/{productId}',
  '/onboarding',
  '/pages/{file}',
]

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Lists the routes that the router serves, from the tree that it prints. */
function servedRoutes(): string[] {
  const tree = app.app.server.printRoutes({ commonPrefix: false })
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/u.exec(line)
    if (!match) return []
    const [, indent = '', part = '', methods] = match
    const depth = indent.length / 4
    above.splice(depth, above.length, part)
    const path = above.join('').replace(/:(\w+)/g, '{$1}')
    return (methods?.split(', ') ?? [])
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`)
  })
}

describe('the OpenAPI document', () => {
  it('describes every route that is served', () => {
    const served = servedRoutes().filter((route) => {
      const [, path = ''] = route.split(' ')
      return !BESIDE_THE_API.includes(path) && !path.startsWith('/sandbox/')
    })
    expect(served.length).toBe(app.app.routes.length)
    expect(served.sort()).toEqual(described().sort())
  })

  it('describes only routes that are served', async () => {
    for (const entry of described()) {
      const [method = '', path = ''] = entry.split(' ')
      const response = await fetch(`${app.url}${path.replace(/\{\w+\}/g, 'x')}`, { method })
      // A served route asks for a key first or reports an unknown webhook address.
      const body = await response.text()
      const isKnown = response.status === 401 || body.includes('No such webhook address')
      expect({ entry, status: response.status, isKnown }).toMatchObject({ entry, isKnown: true })
    }
  })

  it('uses the names of the endpoint table as operation ids', () => {
    for (const { operation, endpoint } of app.app.routes) {
      expect(endpoints[operation as keyof typeof endpoints]).toBe(endpoint)
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.operationId).toBe(operation)
    }
    expect(document.openapi).toMatch(/^3\.1/)
  })

  it('groups the operations by module', () => {
    const modules = readdirSync(new URL('../../src/modules', import.meta.url))
    expect(document.tags.map(({ name }) => name).sort()).toEqual(modules.sort())
  })

  it('is rendered at /docs with every operation', async () => {
    const page = await fetch(`${app.url}/docs`)
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    const missing = app.app.routes.filter(({ operation }) => !html.includes(`id="op-${operation}"`))
    expect(missing.map(({ operation }) => operation)).toEqual([])
  })
})
