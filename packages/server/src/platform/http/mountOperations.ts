import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { PurserError } from '../../kernel/errors.ts'

interface OperationsDependencies {
  pool: pg.Pool
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
  { pool, metricsToken }: OperationsDependencies,
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
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  server.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'other'
    requests.inc({ operation, status: reply.statusCode })
    durations.observe({ operation }, reply.elapsedTime / 1000)
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
