import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { PurserError } from '../../kernel/errors.ts'

interface OperationsDependencies {
  pool: pg.Pool
  hotPool: pg.Pool
  /** Bearer token for scraping from another machine; without one only loopback may. */
  metricsToken: string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time, whatever the lengths. */
const isSameSecret = (given: string | undefined, wanted: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(wanted))

/** What the people who run Purser look at: /healthz, /readyz and /metrics. */
export function mountOperations(
  server: FastifyInstance,
  { pool, hotPool, metricsToken }: OperationsDependencies,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async () => {
    await pool.query('SELECT 1 FROM schema_migrations LIMIT 1')
    return { status: 'ready' }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'purser_http_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'purser_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'purser_db_connections',
    help: 'Connections by pool and state; hot is that of check and track.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, each] of Object.entries({ app: pool, hot: hotPool })) {
        this.set({ pool: name, state: 'total' }, each.totalCount)
        this.set({ pool: name, state: 'idle' }, each.idleCount)
        this.set({ pool: name, state: 'waiting' }, each.waitingCount)
      }
    },
  })
  // To look a label up costs more than to count, so each is looked up once.
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
        'Metrics are read from this machine, or elsewhere with PURSER_METRICS_TOKEN as bearer token.',
      )
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
