/** An HTTP request without its host and headers. */
export interface BuiltRequest {
  readonly method: string
  /** Starts with `/v1/` and includes the query. */
  readonly path: string
  readonly body: string | undefined
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** Fills in a route: `buildRequest('GET /v1/plans/:id', { params: { id: 'pro' } })`. */
export function buildRequest(route: string, { params, query, body }: RequestParts): BuiltRequest {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_match, name: string) => segment(name, params?.[name]))
  return {
    method,
    path: path + queryString(query ?? {}),
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new TypeError(`${name} must be a non-empty string.`)
  }
  // URLs resolve these two as folders even when they are escaped, so the request would reach
  // another object.
  if (value === '.' || value === '..') throw new TypeError(`${name} must not be "${value}".`)
  return encodeURIComponent(value)
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
