import type { z } from 'zod'
import type { Caller, Endpoint } from '../endpoint.ts'
import { type ErrorCode, errorBody, errorTable } from '../errors.ts'
import { MAX_IDEMPOTENCY_KEY } from '../values/primitives.ts'
import { createSchemaPrinter, type SchemaPrinter } from './createSchemaPrinter.ts'
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiMethod,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
  OpenApiResponse,
} from './openApiTypes.ts'

export type * from './openApiTypes.ts'

export interface PrintedOperation {
  operation: string
  module: string
  endpoint: Endpoint
}

/** Prints the endpoints as an OpenAPI 3.1 document. The result depends only on the endpoints. */
export function printOpenApi(
  operations: readonly PrintedOperation[],
  info: { version: string; serverUrl: string },
): OpenApiDocument {
  const printer = createSchemaPrinter()
  const errorSchema = printer.print(errorBody, 'output')
  const sharedErrors = new Map<string, OpenApiResponse>()
  const paths: OpenApiDocument['paths'] = {}
  for (const printed of operations) {
    const { endpoint, operation } = printed
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase() as OpenApiMethod
    const methods = paths[path] ?? {}
    paths[path] = methods
    if (methods[method]) throw new Error(`${operation} repeats ${endpoint.method} ${path}.`)
    methods[method] = printOperation(printed, printer, {
      ...printAnswer(endpoint, printer),
      ...printErrors(endpoint, errorSchema, sharedErrors),
    })
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Purser API',
      version: info.version,
      description: 'Billing in which dollars and credits are both first-class.',
    },
    servers: [{ url: info.serverUrl }],
    tags: [...new Set(operations.map(({ module }) => module))].map((name) => ({ name })),
    paths,
    components: {
      schemas: printer.finish(),
      responses: Object.fromEntries([...sharedErrors].sort(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      securitySchemes,
    },
  }
}

function printOperation(
  { operation, module, endpoint }: PrintedOperation,
  printer: SchemaPrinter,
  responses: OpenApiOperation['responses'],
): OpenApiOperation {
  const parameters = printParameters(endpoint, printer)
  return {
    operationId: operation,
    tags: [module],
    summary: endpoint.summary,
    description: describeCallers(endpoint.callers),
    security: securityOf(endpoint.callers),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: { 'application/json': { schema: printer.print(endpoint.body, 'input') } },
      },
    }),
    // JavaScript puts numeric keys first, in ascending order.
    responses,
  }
}

// --- who may call ---

const securitySchemes = {
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: '`sk_sandbox_…` or `sk_live_…`, only from your server.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: '`pk_sandbox_…` or `pk_live_…`, which may be public.',
  },
  portalToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token from createPortalSession, for one customer.',
  },
  pageToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token in the address of a checkout or invoice page.',
  },
}

const SCOPES: readonly Caller[] = ['full', 'read', 'runtime']

function securityOf(callers: readonly Caller[]): Record<string, string[]>[] {
  if (callers.includes('anyone')) return []
  return [
    ...(callers.some((caller) => SCOPES.includes(caller)) ? [{ secretKey: [] }] : []),
    ...(callers.includes('publishable') ? [{ publishableKey: [] }] : []),
    ...(callers.includes('portal') ? [{ portalToken: [] }] : []),
    ...(callers.includes('page') ? [{ pageToken: [] }] : []),
  ]
}

function describeCallers(callers: readonly Caller[]): string {
  if (callers.includes('anyone')) return 'Called by anyone, without a key.'
  const scopes = SCOPES.filter((scope) => callers.includes(scope)).map((scope) => `\`${scope}\``)
  const ways = [
    ...(scopes.length === SCOPES.length ? ['any secret key'] : []),
    ...(scopes.length > 0 && scopes.length < SCOPES.length
      ? [`a secret key of scope ${anyOf(scopes)}`]
      : []),
    ...(callers.includes('publishable') ? ['a publishable key'] : []),
    ...(callers.includes('portal') ? [portalToken(callers)] : []),
    ...(callers.includes('page') ? [pageToken(callers)] : []),
  ]
  return `Called with ${anyOf(ways)}.`
}

/** Public data is the same for every customer. */
const portalToken = (callers: readonly Caller[]): string =>
  callers.includes('publishable') ? 'a portal token' : 'a portal token (its own customer only)'

const pageToken = (callers: readonly Caller[]): string =>
  callers.includes('publishable') ? 'a page token' : 'a page token (for this page only)'

const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

// --- requests ---

const isWrite = ({ method }: Endpoint) => method !== 'GET'
/** Idempotency keys belong to a caller, so anonymous requests have none. */
const takesKey = (endpoint: Endpoint) => isWrite(endpoint) && !endpoint.callers.includes('anyone')

/** Public pages request the same data again and again, so those answers have an ETag. */
const hasETag = ({ method, callers }: Endpoint) =>
  method === 'GET' && callers.includes('publishable')

function printParameters(endpoint: Endpoint, printer: SchemaPrinter): OpenApiParameter[] {
  const fields = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]): OpenApiParameter => {
      const printed = printer.print(field, 'input')
      const { description } = printed
      // The description moves to the parameter. The printer still holds this object, so it must not
      // be copied.
      delete printed.description
      return {
        name,
        in: place,
        required: place === 'path' || !field.safeParse(undefined).success,
        ...(description !== undefined && { description }),
        schema: printed,
      }
    })
  return [
    ...fields('path', endpoint.params),
    ...fields('query', endpoint.query),
    ...(takesKey(endpoint) ? [idempotencyKey] : []),
    ...(hasETag(endpoint) ? [ifNoneMatch] : []),
  ]
}

const idempotencyKey: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to repeat the request: for 24 hours, the same key and request return the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY },
}

const ifNoneMatch: OpenApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier answer. The server answers 304 without a body if it is still current.',
  schema: { type: 'string' },
}

// --- answers ---

const headers = {
  RequestId: {
    description: 'Identifies the request in logs. Include it when you ask for help.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: '`true` if this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Changes whenever the answer changes.', schema: { type: 'string' } },
}

const header = (name: keyof typeof headers): OpenApiReference => ({
  $ref: `#/components/headers/${name}`,
})

function printAnswer(endpoint: Endpoint, printer: SchemaPrinter): OpenApiOperation['responses'] {
  const type = endpoint.produces ?? 'application/json'
  const etag = hasETag(endpoint) && { ETag: header('ETag') }
  return {
    200: {
      description:
        type === 'text/event-stream'
          ? 'A stream of events. The schema describes one event.'
          : 'Done.',
      headers: {
        'x-request-id': header('RequestId'),
        ...(takesKey(endpoint) && { 'idempotent-replayed': header('IdempotentReplayed') }),
        ...etag,
      },
      content: { [type]: { schema: printer.print(endpoint.response, 'output') } },
    },
    ...(etag && {
      304: {
        description: 'Nothing has changed since the answer named in `If-None-Match`.',
        headers: { 'x-request-id': header('RequestId'), ...etag },
      },
    }),
  }
}

/** Codes that every endpoint can answer. */
export const ANY_ENDPOINT_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'unavailable',
]
const KEY_ERRORS: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_in_progress']
/** Codes that every write can answer in addition. */
export const ANY_WRITE_ERRORS: readonly ErrorCode[] = [
  ...KEY_ERRORS,
  'body_too_large',
  'unsupported_media_type',
]

function printErrors(
  endpoint: Endpoint,
  errorSchema: JsonSchema,
  shared: Map<string, OpenApiResponse>,
): OpenApiOperation['responses'] {
  const open = endpoint.callers.includes('anyone')
  const codes = new Set([
    ...ANY_ENDPOINT_ERRORS.filter((code) => !(open && code === 'forbidden')),
    ...(isWrite(endpoint) ? ANY_WRITE_ERRORS : []).filter(
      (code) => takesKey(endpoint) || !KEY_ERRORS.includes(code),
    ),
    ...(endpoint.errors ?? []),
  ])
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  const responses: OpenApiOperation['responses'] = {}
  for (const [status, [code, ...others]] of byStatus) {
    if (code === undefined) continue
    const response = printError(status, [code, ...others], errorSchema)
    if (others.length > 0) {
      responses[status] = response
      continue
    }
    // A status with a single code is the same everywhere, so it is shared.
    const name = pascalCase(code)
    shared.set(name, response)
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

function printError(status: number, codes: ErrorCode[], schema: JsonSchema): OpenApiResponse {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}`).join('\n\n'),
    headers: {
      'x-request-id': header('RequestId'),
      ...((status === 429 || status === 503) && { 'retry-after': header('RetryAfter') }),
    },
    content: { 'application/json': { schema } },
    'x-error-codes': codes,
  }
}

const pascalCase = (code: string): string =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
