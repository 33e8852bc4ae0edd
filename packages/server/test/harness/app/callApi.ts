import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { errorBody } from '@purser/contract'
import { request } from 'undici'
import type { Route } from '../../../src/platform/http/routes.ts'

export interface Call {
  /** An API key. Null sends none. */
  key?: string | null
  /** A portal token to send instead of a key. */
  token?: string
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  body: unknown
  headers: Headers
}

/** Calls endpoints over HTTP and checks every response against the contract. */
export function createCaller(url: string, routes: readonly Route[]) {
  return async (operation: string, call: Call): Promise<Reply> => {
    const route = routes.find((candidate) => candidate.operation === operation)
    if (!route) throw new Error(`There is no operation "${operation}".`)
    const { endpoint } = route
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(call.params?.[name] ?? `missing-${name}`),
    )
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    // The `request` of undici needs less CPU time than `fetch`.
    const response = await request(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.token !== undefined
          ? { authorization: `Bearer ${call.token}` }
          : call.key !== null && call.key !== undefined && { 'x-api-key': call.key }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    })
    const bytes = new Uint8Array(await response.body.arrayBuffer())
    const status = response.statusCode
    const isOk = status >= 200 && status < 300
    const produces = isOk ? endpoint.produces : undefined
    const body =
      produces === 'application/pdf' ? bytes : parse(new TextDecoder().decode(bytes), produces)
    const headers = headersOf(response.headers)
    if (status !== 304) {
      const schema = isOk ? endpoint.response : errorBody
      const parts = produces === 'text/event-stream' && Array.isArray(body) ? body : [body]
      for (const part of parts) holdToSchema(schema, part, operation)
      if (headers.get('x-request-id') === null)
        throw new Error(`${operation}: the response has no x-request-id header`)
    }
    return { status, body, headers }
  }
}

const headersOf = (received: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(received).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  )

/** Parses JSON, or the events of a stream that has ended. */
function parse(text: string, produces: string | undefined): unknown {
  if (text === '') return undefined
  if (produces === undefined) return JSON.parse(text)
  return [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event, data = '']) => ({
    event,
    data: JSON.parse(data),
  }))
}

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { message: string } }
}

/** Throws if a body does not match its schema or has a field that the schema does not define. */
function holdToSchema(schema: Schema, body: unknown, operation: string): void {
  const result = schema.safeParse(body)
  if (!result.success) {
    throw new Error(
      `${operation}: the response does not match its schema: ${result.error?.message}`,
    )
  }
  if (!isDeepStrictEqual(result.data, body)) {
    throw new Error(
      `${operation}: the response has fields that its schema does not define: ${JSON.stringify(body)}`,
    )
  }
}
