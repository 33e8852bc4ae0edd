import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { PurserError } from '../../kernel/errors.ts'
import { parseJson } from './parseJson.ts'
import { sendError } from './sendError.ts'

const BODY_LIMIT = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** A merchant's customer id of 255 characters, each percent-encoded. */
const MAX_PARAM_LENGTH = 4_000
const REQUEST_ID = /^[\w.:-]{1,100}$/

/** Creates the HTTP server without its endpoints: limits, request ids, error envelope and CORS. */
export function createServer(logger: FastifyBaseLogger): FastifyInstance {
  const server = Fastify({
    loggerInstance: logger,
    // One line per request is logged below, without the URL, which may contain private data.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Handled below instead, with the same error envelope as every other refusal.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    genReqId: (request) => {
      const requestId = request.headers['x-request-id']
      return typeof requestId === 'string' && REQUEST_ID.test(requestId)
        ? requestId
        : `req_${randomUUID()}`
    },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
  })
  // Callbacks, not promises, because these run for every request.
  server.addHook('onRequest', (request, reply, done) => {
    // A secret key must not be used in a browser, so other origins may not read its answers.
    const apiKey = request.headers['x-api-key']
    if (typeof apiKey !== 'string' || !apiKey.startsWith('sk_')) {
      reply.header('access-control-allow-origin', '*')
    }
    reply.headers({
      'x-request-id': request.id,
      'access-control-expose-headers':
        'x-request-id, idempotent-replayed, retry-after, etag, content-disposition',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    if (stopping) {
      const message = 'This server is stopping. Retry to reach another one.'
      done(new PurserError('unavailable', message, { retryAfterSeconds: 1 }))
      return
    }
    if (request.method === 'OPTIONS') {
      reply.headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-api-key',
        'access-control-max-age': '86400',
      })
      reply.code(204).send()
      return
    }
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    // An open connection would delay the shutdown.
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        operation: request.routeOptions.config.operation,
        method: request.method,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  server.setNotFoundHandler((request, reply) =>
    sendError(
      new PurserError(
        'not_found',
        `There is no ${request.method} endpoint at this path. See /docs.`,
      ),
      request,
      reply,
    ),
  )
  return server
}
