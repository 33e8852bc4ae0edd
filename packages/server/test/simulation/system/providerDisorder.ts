import type { Behaviour } from '../../model/payments/money.ts'
import type { Fault, WorkerIntent } from '../script/script.ts'
import type { System, Tenant } from './system.ts'

/** A job that needs a network, which the simulation does not have. */
const OVER_HTTP = 'deliverSandboxEvents'
const SECOND_MS = 1000
/**
 * Deliveries are signed for up to this many seconds in the future, so that their signatures differ.
 * Signatures are valid for five minutes.
 */
const SIGNATURES = 200

const shownIn = (now: Date) => ({
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: now.getUTCFullYear() + 10,
})

interface QueuedJob {
  readonly id: string
  readonly task: string
  readonly payload: unknown
}

interface StoredEvent {
  readonly id: string
  readonly body: string
}

/**
 * The outside world of one run. Provider events arrive in any order, any number of times or never.
 * Jobs run late or never. Workers sweep concurrently. The seed decides all of this.
 */
export class ProviderDisorder {
  readonly #system: System
  readonly #tenant: Tenant
  readonly #delivered = new Set<string>()
  #deliveries = 0

  constructor(system: System, tenant: Tenant) {
    this.#system = system
    this.#tenant = tenant
  }

  /** Performs an action of a worker, the network or the provider. */
  async act(intent: WorkerIntent, server: number): Promise<void> {
    switch (intent.kind) {
      case 'deliver':
        return this.#deliverOne(intent, server)
      case 'runJob':
        return this.#runJob(intent.pick, server)
      case 'setFaults':
        return this.#setFaults(intent.faults, server)
      case 'runClocks':
        return this.#runAll('advanceTestClock', server)
      case 'runMigrations':
        return this.#runAll('migrateSubscribers', server)
      case 'runTrials':
        return this.#runAll('beginWaitingTrials', server)
      case 'calm':
        return this.#calm(intent.isBilled, server)
      default:
        return this.#run(intent.kind, {}, server)
    }
  }

  async #run(task: string, payload: unknown, server: number): Promise<void> {
    const handle = this.#system.server(server).jobs.handlers[task]
    if (!handle) throw new Error(`no job ${task}`)
    await handle(payload)
  }

  /** Runs a job of the queue. A job that has to wait stays in the queue. */
  async #take({ id, task, payload }: QueuedJob, server: number): Promise<void> {
    try {
      await this.#run(task, payload, server)
    } catch (error) {
      const { PurserError } = this.#system.product.errors
      const hasToWait = error instanceof PurserError && error.code === 'unavailable'
      if (task === 'migrateSubscribers' && hasToWait) return
      throw error
    }
    await this.#look('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id])
  }

  /** Runs a query that is not part of the product, at a moment that the seed decides. */
  #look<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.#system.scheduler.inTurn({}, sql, async () => {
      const { rows } = await this.#system.owner.query<Row>(sql, values)
      return rows
    })
  }

  // --- webhooks ---

  #events(): Promise<StoredEvent[]> {
    return this.#look<StoredEvent>(
      'SELECT id, body FROM sandbox_events WHERE environment_id = $1 ORDER BY number',
      [this.#tenant.scope.environmentId],
    )
  }

  async #deliverOne(
    { pick, isHandled }: Extract<WorkerIntent, { kind: 'deliver' }>,
    server: number,
  ): Promise<void> {
    const all = await this.#events()
    const fresh = all.filter(({ id }) => !this.#delivered.has(id))
    const candidates = fresh.length > 0 && pick % 5 > 0 ? fresh : all
    const event = candidates[pick % candidates.length]
    if (event) await this.#deliver(event, server, isHandled)
  }

  /** Delivers an event as the provider would, with a new signature each time. */
  async #deliver({ id, body }: StoredEvent, server: number, isHandled: boolean): Promise<void> {
    const { environmentId } = this.#tenant.scope
    this.#delivered.add(id)
    this.#deliveries += 1
    const ahead = (this.#deliveries % SIGNATURES) * SECOND_MS
    const signedAt = new Date(this.#system.now.getTime() + ahead)
    const { SIGNATURE_HEADER, signSandboxWebhook } = this.#system.product.webhook
    const bytes = Buffer.from(body)
    const { statusCode } = await this.#system.server(server).server.inject({
      method: 'POST',
      url: `/v1/webhooks/sandbox/${environmentId}`,
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signSandboxWebhook(
          bytes,
          this.#system.webhookSecret(environmentId),
          signedAt,
        ),
      },
      payload: bytes,
    })
    if (statusCode !== 200) throw new Error(`a webhook got the status ${statusCode}`)
    if (!isHandled) return
    const key = { environmentId, provider: 'sandbox', eventId: id }
    await this.#run('handleProviderEvent', key, server)
  }

  // --- the queue ---

  #jobs() {
    return this.#look<QueuedJob>(
      `SELECT j.id, t.identifier AS task, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier <> '${OVER_HTTP}' ORDER BY j.id`,
    )
  }

  async #runJob(pick: number, server: number): Promise<void> {
    const jobs = await this.#jobs()
    const job = jobs[pick % jobs.length]
    if (job) await this.#take(job, server)
  }

  /** Runs all matching jobs, even if another worker is running them. */
  async #runAll(name: string, server: number): Promise<void> {
    for (const job of await this.#jobs()) {
      if (job.task === name) await this.#take(job, server)
    }
  }

  // --- the provider ---

  async #setFaults(faults: readonly Fault[], server: number): Promise<void> {
    const { key } = this.#tenant
    const { status } = await this.#system.call(server, key, 'setSandboxFaults', {
      body: { faults },
    })
    if (status !== 200) throw new Error(`setSandboxFaults answered ${status}`)
  }

  /** Saves a card at the provider. Purser learns about it from a webhook. */
  async finishSetup(
    customerId: string,
    card: Extract<Behaviour, 'success' | 'decline'>,
    server: number,
  ): Promise<void> {
    const { environmentId } = this.#tenant.scope
    const [intent] = await this.#look<{ id: string }>(
      `SELECT i.id FROM sandbox_intents i JOIN sandbox_customers c
         ON c.environment_id = i.environment_id AND c.id = i.owner_id
       WHERE i.environment_id = $1 AND c.customer_reference = $2 AND i.kind = 'setup'
         AND i.status = 'requires_method' ORDER BY i.created_at DESC, i.id DESC LIMIT 1`,
      [environmentId, customerId],
    )
    if (!intent) return
    const { forms, secret } = this.#system.form(server, environmentId, intent.id)
    const { now } = this.#system
    await forms.confirmIntent(secret, { behaviour: card, ...shownIn(now) }, now)
  }

  /** Completes the open form or challenge. Returns null if none is open. */
  async finishPayment(
    attemptId: string,
    card: Extract<Behaviour, 'success' | 'decline'>,
    server: number,
  ): Promise<'paid' | 'failed' | null> {
    const { environmentId } = this.#tenant.scope
    const [intent] = await this.#look<{ id: string; status: string }>(
      'SELECT id, status FROM sandbox_intents WHERE environment_id = $1 AND request_key = $2',
      [environmentId, attemptId],
    )
    if (!intent) return null
    const { forms, secret } = this.#system.form(server, environmentId, intent.id)
    const { now } = this.#system
    const after =
      intent.status === 'requires_challenge'
        ? await forms.answerChallenge(secret, card === 'success' ? 'approve' : 'fail', now)
        : await forms.confirmIntent(secret, { behaviour: card, ...shownIn(now) }, now)
    if (after?.status === 'succeeded') return 'paid'
    return after?.status === 'failed' ? 'failed' : null
  }

  /** Ends all faults, delivers every event, runs every job and runs the sweepers twice. */
  async #calm(isBilled: boolean, server: number): Promise<void> {
    await this.#setFaults([], server)
    for (const event of await this.#events()) {
      if (!this.#delivered.has(event.id)) await this.#deliver(event, server, false)
    }
    for (const { id } of await this.#jobs()) {
      const waiting = await this.#jobs()
      const at = waiting.findIndex((job) => job.id === id)
      if (at >= 0) await this.#runJob(at, server)
    }
    for (const _ of ['once', 'and again']) {
      for (const task of isBilled ? [...SWEEPS, ...BILLING] : SWEEPS) {
        await this.#run(task, {}, server)
      }
    }
  }
}

const SWEEPS = [
  'sweepTopUpAttempts',
  'sweepRefunds',
  'sweepProviderEvents',
  'detachDueMethods',
] as const
const BILLING = [
  'sweepCheckoutSessions',
  'sweepWaitingChanges',
  'renewDueSubscriptions',
  'billPendingLines',
  'collectDueInvoices',
  'sweepTestClocks',
  'sweepPlanMigrations',
] as const
