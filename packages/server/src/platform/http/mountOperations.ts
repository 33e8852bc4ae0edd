import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Counter, Histogram } from 'prom-client'
import { PurserError } from '../../kernel/errors.ts'
import type { ServerMetrics } from './metrics.ts'

interface OperationsDependencies {
  pool: pg.Pool
  metrics: ServerMetrics
  /** The bearer token for scraping from another machine. Without one, only loopback may scrape. */
  metricsToken: string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time, regardless of the lengths. */
const isSameSecret = (candidate: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(candidate ?? ''), digest(secret))

/** Mounts the endpoints for operators: /healthz, /readyz and /metrics. */
export function mountOperations(
  server: FastifyInstance,
  { pool, metrics, metricsToken }: OperationsDependencies,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async () => {
    await pool.query('SELECT 1 FROM schema_migrations LIMIT 1')
    return { status: 'ready' }
  })

  const { registry, requests, durations } = metrics
  // Looking up a label costs more than counting, so each is looked up once.
  const counters = new Map<string, Counter.Internal>()
  const timers = new Map<string, Histogram.Internal<'operation'>>()
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? 'other'
    const status = reply.statusCode
    const name = `${operation} ${status}`
    let counter = counters.get(name)
    if (!counter) {
      counter = requests.labels({ operation, status })
      counters.set(name, counter)
    }
    let timer = timers.get(operation)
    if (!timer) {
      timer = durations.labels({ operation })
      timers.set(operation, timer)
    }
    counter.inc()
    timer.observe(reply.elapsedTime / 1000)
    done()
  })
  server.get('/metrics', async (request, reply) => {
    const { authorization, forwarded } = request.headers
    const proxied = forwarded !== undefined || request.headers['x-forwarded-for'] !== undefined
    const local = !proxied && /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
    const allowed = metricsToken ? isSameSecret(authorization, `Bearer ${metricsToken}`) : local
    if (!allowed) {
      throw new PurserError(
        'forbidden',
        'Read metrics from this machine, or send PURSER_METRICS_TOKEN as a bearer token.',
      )
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
