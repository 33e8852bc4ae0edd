import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counts and times requests, and renders the metrics for scraping. */
export interface ServerMetrics {
  readonly registry: Registry
  readonly requests: Counter<'operation' | 'status'>
  readonly durations: Histogram<'operation'>
  /** Counts webhooks from payment providers by result. Forged webhooks show up here. */
  countProviderWebhook(provider: string, result: string): void
}

export function createServerMetrics(pools: Readonly<Record<string, pg.Pool>>): ServerMetrics {
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
    help: 'Connections by pool and state. The hot pool serves check and track.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, each] of Object.entries(pools)) {
        this.set({ pool: name, state: 'total' }, each.totalCount)
        this.set({ pool: name, state: 'idle' }, each.idleCount)
        this.set({ pool: name, state: 'waiting' }, each.waitingCount)
      }
    },
  })
  const providerWebhooks = new Counter({
    name: 'purser_provider_webhooks_total',
    help: 'Webhooks from payment providers by result.',
    labelNames: ['provider', 'result'],
    registers: [registry],
  })
  return {
    registry,
    requests,
    durations,
    countProviderWebhook: (provider, result) => providerWebhooks.inc({ provider, result }),
  }
}
