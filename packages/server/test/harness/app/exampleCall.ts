import { printOpenApi } from '@purser/contract'
import { exampleOf } from '../../../src/platform/http/docs/docsExamples.ts'
import type { Route } from '../../../src/platform/http/routes.ts'
import type { Call } from './callApi.ts'

/** The example body of each endpoint, cached because building it takes longer than a call. */
const bodies = new WeakMap<Route['endpoint'], unknown>()

/**
 * Builds a call with a valid body from the schemas of an endpoint, as in the API reference. The
 * path parameters match no object.
 */
export function exampleCall(route: Route): Call {
  const { endpoint } = route
  const params = Object.fromEntries(
    Object.keys(endpoint.params?.shape ?? {}).map((name) => [
      name,
      name === 'customerId' ? 'own' : 'nothing-of-this-name',
    ]),
  )
  if (!endpoint.body) return { params }
  if (!bodies.has(endpoint)) bodies.set(endpoint, exampleBody(route))
  return { params, body: structuredClone(bodies.get(endpoint)) }
}

function exampleBody(route: Route): unknown {
  const document = printOpenApi([route], { version: '0', serverUrl: 'http://purser.test' })
  const [operation] = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const schema = operation?.requestBody?.content['application/json']?.schema
  if (!schema)
    throw new Error(`${route.operation}: the OpenAPI document does not describe the body`)
  return exampleOf(schema, { document, direction: 'request' })
}
