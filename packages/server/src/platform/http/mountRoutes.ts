import { createHash } from 'node:crypto'
import { type Endpoint, MAX_IDEMPOTENCY_KEY } from '@purser/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { invalidRequest, PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database, Tx } from '../db/database.ts'
import {
  type IdempotencyRequest,
  idempotentStagedWrite,
  idempotentWrite,
  type StoredResponse,
} from '../db/idempotentWrite.ts'
import { withTransaction } from '../db/withTransaction.ts'
import { decodeRequest, hashRequest } from './decode.ts'
import { createEventSender, type EventSender } from './eventSender.ts'
import {
  type Authenticate,
  authorize,
  holdToOwnCustomer,
  nameOfPrincipal,
  type Principal,
} from './principal.ts'
import type { RateLimiter } from './rateLimiter.ts'
import type { Delivery, Download, Handler, Route } from './routes.ts'
import { renderError } from './sendError.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyContextConfig {
    operation?: string
  }
}

export interface MountDependencies {
  db: Database
  clock: Clock
  authenticate: Authenticate
  rateLimiter: RateLimiter
  encryptionKey: Uint8Array
}

/** Mounts each endpoint: authenticate, limit, decode, run in a transaction, answer. */
export function mountRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  dependencies: MountDependencies,
): void {
  server.decorateRequest('principal', null)
  const equipped = { ...dependencies, sendEvents: createEventSender(server) }
  for (const route of routes) {
    const { endpoint, operation } = route
    if (route.handling.mode === 'raw') {
      mountRaw(server, route, route.handling, dependencies)
      continue
    }
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { operation },
      // Runs before the body is read, so that the body of an unknown caller is never parsed.
      onRequest: (request, _reply, done) => admit(endpoint, request, dependencies, done),
      handler: (request, reply) => answer(route, request, reply, equipped),
    })
  }
}

/** Mounts the route in a separate context, in which a body of any type stays raw bytes. */
function mountRaw(
  server: FastifyInstance,
  { endpoint, operation }: Route,
  { receive }: Extract<Route['handling'], { mode: 'raw' }>,
  dependencies: MountDependencies,
): void {
  const { body: _bytes, ...signed } = endpoint
  server.register(async (context) => {
    context.removeAllContentTypeParsers()
    context.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    context.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { operation },
      onRequest: (request, _reply, done) => admit(endpoint, request, dependencies, done),
      handler: async (request, reply) => {
        const { params, query } = request
        const decoded = decodeRequest(signed, { params, query, body: undefined })
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const now = dependencies.clock.now()
        const { headers } = request
        // The handler was checked against this endpoint's types where the route was defined.
        const delivery = { params: decoded.params, headers, body, now } as Delivery<Endpoint>
        const answer = await receive(delivery)
        return sendJson(reply, 200, JSON.stringify(answer))
      },
    })
  })
}

/**
 * Admits callers that may use this endpoint. A cached key is admitted without a promise, which
 * saves time on every request.
 */
function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, rateLimiter }: MountDependencies,
  done: (error?: Error) => void,
): void {
  const enter = (principal: Principal | null) => {
    request.principal = principal
    rateLimiter.take(
      principal
        ? `${principal.environmentId}:${nameOfPrincipal(principal)}`
        : `address:${request.ip}`,
    )
    authorize(principal, endpoint.callers)
  }
  const refuse = (error: Error) => {
    // Limits key guessing by IP address, because there is no valid key to limit by.
    rateLimiter.take(`address:${request.ip}`)
    throw error
  }
  const settle = (step: () => void) => {
    try {
      step()
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
  const { 'x-api-key': apiKey, authorization } = request.headers
  const principalOrPromise = authenticate({
    apiKey: Array.isArray(apiKey) ? apiKey[0] : apiKey,
    authorization,
  })
  if (!(principalOrPromise instanceof Promise)) settle(() => enter(principalOrPromise))
  else {
    principalOrPromise.then(
      (principal) => settle(() => enter(principal)),
      (error: Error) => settle(() => refuse(error)),
    )
  }
}

async function answer(
  { endpoint, handling }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock, encryptionKey, sendEvents }: MountDependencies & { sendEvents: EventSender },
): Promise<FastifyReply> {
  const { principal } = request
  if (!principal) throw new PurserError('unauthorized', 'Send a key or token.')
  // Check the customer first: a stranger must not learn about other problems of the request.
  holdToOwnCustomer(principal, request.params, request.query, request.body)
  const decoded = decodeRequest(endpoint, request)
  const { organizationId, environmentId, environment } = principal
  const scope: Scope = { organizationId, environmentId, environment, now: clock.now() }
  // The handler was checked against this endpoint's types where the route was defined.
  const call = { scope, principal, ...decoded } as Parameters<Handler<Endpoint>>[1]

  if (handling.mode === 'read') {
    const body = await withTransaction(db, (tx) => handling.handle(tx, call), 'read')
    return sendRead(endpoint, request, reply, JSON.stringify(body))
  }
  if (handling.mode === 'download') {
    const print = await withTransaction(db, (tx) => handling.handle(tx, call), 'read')
    return sendFile(endpoint, reply, await print())
  }
  invariant(handling.mode !== 'raw', 'a signed request has no principal')
  const idempotency = idempotencyOf(request, principal, scope.now, encryptionKey)
  if (handling.mode === 'stream') {
    const begin = (tx: Tx) => handling.begin(tx, call)
    const write = () => idempotentWrite(db, idempotency, async (tx) => success(await begin(tx)))
    const ticket: string =
      handling.begins === 'read'
        ? await withTransaction(db, begin, 'read')
        : JSON.parse((await write()).body)
    return sendEvents(request, reply, (from) => handling.follow(call, ticket, from))
  }
  if (handling.mode === 'staged') {
    const { status, body, replayed } = await idempotentStagedWrite(
      db,
      idempotency,
      async (tx) => {
        const started = await handling.begin(tx, call)
        return 'ticket' in started ? started : { answer: success(started.answer) }
      },
      (ticket) =>
        handling.resume(call, ticket).then(success, (error: unknown) => refused(error, request.id)),
    )
    if (replayed) reply.header('idempotent-replayed', 'true')
    return sendJson(reply, status, body)
  }
  if (handling.mode === 'batched' && !(handling.alone && idempotency)) {
    return sendJson(reply, 200, JSON.stringify(await handling.join(call)))
  }
  const handle = handling.mode === 'batched' ? handling.alone : handling.handle
  invariant(handle, 'a write has a handler')
  const { status, body, replayed } = await idempotentWrite(db, idempotency, async (tx) =>
    success(await handle(tx, call)),
  )
  if (replayed) reply.header('idempotent-replayed', 'true')
  return sendJson(reply, status, body)
}

const success = (body: unknown): StoredResponse => ({ status: 200, body: JSON.stringify(body) })

/** A refused payment is an outcome, and the final answer for its idempotency key. */
function refused(error: unknown, requestId: string): StoredResponse {
  if (!(error instanceof PurserError) || error.status !== PAYMENT_REQUIRED) throw error
  return { status: error.status, body: JSON.stringify(renderError(error, requestId)) }
}

const PAYMENT_REQUIRED = 402

const sendJson = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

function sendFile(endpoint: Endpoint, reply: FastifyReply, file: Download): FastifyReply {
  invariant(endpoint.produces, 'an endpoint that answers with a file declares its type')
  // The file name must not be able to end the quotes or the header.
  const name = file.fileName.replace(/[^A-Za-z0-9._-]/g, '_')
  return reply
    .code(200)
    .type(endpoint.produces)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(file.bytes))
}

function sendRead(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): FastifyReply {
  if (endpoint.callers.includes('publishable')) {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    // Revalidated every time, because a price must not be shown after it changed.
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
      return reply.code(304).send()
    }
  }
  return sendJson(reply, 200, body)
}

function idempotencyOf(
  request: FastifyRequest,
  principal: Principal,
  now: Date,
  encryptionKey: Uint8Array,
): IdempotencyRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (Array.isArray(key) || key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY) {
    throw invalidRequest([
      {
        path: 'headers.idempotency-key',
        message: `must be 1 to ${MAX_IDEMPOTENCY_KEY} characters`,
      },
    ])
  }
  return {
    environmentId: principal.environmentId,
    caller: nameOfPrincipal(principal),
    key,
    requestHash: hashRequest(request.method, request.url, request.body),
    now,
    encryptionKey,
  }
}
