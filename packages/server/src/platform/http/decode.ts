import { createHash } from 'node:crypto'
import type { Endpoint, Problem } from '@purser/contract'
import { invalidRequest } from '../../kernel/errors.ts'

type Schema = NonNullable<Endpoint['body']>
type Issue = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'][number]

interface RawRequest {
  params: unknown
  query: unknown
  body: unknown
}

interface Decoded {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/**
 * Validates all parts of a request against the endpoint's schemas and reports every problem at
 * once.
 */
export function decodeRequest(endpoint: Endpoint, raw: RawRequest): Decoded {
  const problems: Problem[] = []
  const part = (name: 'params' | 'query', schema: Schema | undefined, value: unknown) => {
    if (!schema) {
      for (const key of Object.keys(value ?? {})) {
        problems.push({ path: `${name}.${key}`, message: 'is not a parameter of this endpoint' })
      }
      return {}
    }
    return check(schema, value, name, problems) as Record<string, unknown>
  }
  const params = part('params', endpoint.params, raw.params)
  const query = part('query', endpoint.query, raw.query)
  const body = decodeBody(endpoint, raw.body, problems)
  if (problems.length > 0) throw invalidRequest(problems)
  return { params, query, body }
}

function decodeBody(endpoint: Endpoint, body: unknown, problems: Problem[]): unknown {
  if (endpoint.body) {
    // A body whose fields are all optional may be omitted.
    if (body === undefined && !endpoint.body.safeParse(undefined).success) {
      problems.push({ path: 'body', message: 'is missing: send a JSON object' })
      return undefined
    }
    return check(endpoint.body, body, '', problems)
  }
  const empty =
    body === undefined ||
    body === null ||
    (typeof body === 'object' && Object.keys(body).length === 0)
  if (!empty) problems.push({ path: 'body', message: 'this endpoint takes no body' })
  return undefined
}

function check(schema: Schema, value: unknown, root: string, problems: Problem[]): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) problems.push(...explain(issue, root))
  return undefined
}

/** Describes each problem with its path. */
function explain(issue: Issue, root: string): Problem[] {
  const path = pathOf(root, issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathOf(root, [...issue.path, key]),
      message: 'is not a known field',
    }))
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ path, message: `key ${message}` }))
  }
  return [{ path: path || 'body', message: issue.message }]
}

const pathOf = (root: string, path: readonly PropertyKey[]): string =>
  [...(root ? [root] : []), ...path.map(String)].join('.')

/** Identifies a request for idempotency. The order of its fields does not matter. */
export const hashRequest = (method: string, path: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(sortKeys(body)) ?? ''}`)
    .digest()

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sortKeys(child)]),
  )
}
