import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import type { Pool } from '../database.ts'
import { type Merchant, stockEnvironment } from '../seed/seedMerchant.ts'
import {
  type EndedPeriod,
  EXPORT_EVENT,
  EXPORT_PRICE,
  endedPeriod,
  FEE,
  insertSubscribers,
  PERIOD_CREDITS,
  subscriberCatalog,
} from './insertSubscribers.ts'

/** The work that remains. */
export interface Backlog {
  /** The number of subscriptions to renew. */
  due: number
  /** The number of invoices to charge. */
  open: number
}

/**
 * The customers whose subscriptions are renewed. They are in the merchant's sandbox, which has test
 * cards.
 */
export class Subscribers {
  readonly #pool: Pool
  readonly #port: number
  readonly #merchant: Merchant
  readonly #period: EndedPeriod
  #count = 0

  private constructor(pool: Pool, port: number, merchant: Merchant, period: EndedPeriod) {
    this.#pool = pool
    this.#port = port
    this.#merchant = merchant
    this.#period = period
  }

  /** `port` is the port of the server that tracks usage. */
  static async open(pool: Pool, port: number): Promise<Subscribers> {
    const merchant = await stockEnvironment(pool, 'sandbox', subscriberCatalog)
    return new Subscribers(pool, port, merchant, endedPeriod(systemClock.now()))
  }

  /** Adds customers with usage to bill. They are not due yet. */
  async add(count: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, at) => `subscriber_${this.#count + at}`)
    this.#count += count
    await insertSubscribers(this.#pool, this.#merchant, ids, this.#period)
    await trackExports({ port: this.#port, apiKey: this.#merchant.apiKey }, ids, this.#period)
    await this.#pool.query('VACUUM ANALYZE')
  }

  /** Makes all added customers due at the same instant and wakes a worker. */
  async release(): Promise<void> {
    await this.#pool.query(
      `UPDATE subscriptions SET due_at = current_period_end
       WHERE environment_id = $1 AND due_at IS NULL`,
      [this.#merchant.environmentId],
    )
    await this.#pool.query(`SELECT graphile_worker.add_job('renewDueSubscriptions')`)
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.#pool.query<Backlog>(
      `SELECT (SELECT count(*) FROM subscriptions WHERE due_at <= $2) AS due,
         (SELECT count(*) FROM invoices WHERE environment_id = $1 AND status = 'open') AS open`,
      [this.#merchant.environmentId, systemClock.now()],
    )
    return rows[0] ?? { due: 0, open: 0 }
  }

  /** Throws unless every subscription has exactly one renewal invoice and one charge for it. */
  check(): Promise<void> {
    return checkRenewals(this.#pool, this.#merchant.environmentId, this.#count)
  }
}

const EVENTS_PER_REQUEST = 100
const DAY_MS = 86_400_000

/** Tracks one export of each customer on the last day of the period, through the API. */
async function trackExports(
  { port, apiKey }: { port: number; apiKey: string },
  customerIds: readonly string[],
  { end }: EndedPeriod,
): Promise<void> {
  const timestamp = new Date(end.getTime() - DAY_MS).toISOString()
  for (let from = 0; from < customerIds.length; from += EVENTS_PER_REQUEST) {
    const part = customerIds.slice(from, from + EVENTS_PER_REQUEST)
    const events = part.map((customerId) => ({
      customerId,
      eventName: EXPORT_EVENT,
      idempotencyKey: `export_${customerId}`,
      timestamp,
    }))
    const response = await fetch(`http://127.0.0.1:${port}/v1/usage/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ events }),
    })
    const answer = await response.text()
    if (!answer.includes(`"accepted":${part.length},`)) throw new Error(answer)
  }
}

interface RenewalCounts {
  subscriptions: number
  renewed: number
  invoices: number
  billed: number
  numbers: number
  last: string
  paid: number
  payments: number
  charged: number
  granted: number
}

/** Counts everything that a renewal creates. */
const COUNTS = `
  SELECT
    (SELECT count(*) FROM subscriptions WHERE environment_id = $1) AS subscriptions,
    (SELECT count(*) FROM subscriptions WHERE environment_id = $1 AND status = 'active'
      AND due_at = current_period_end AND revision = 1) AS renewed,
    (SELECT count(*) FROM invoices WHERE environment_id = $1) AS invoices,
    (SELECT count(DISTINCT subscription_id) FROM invoices WHERE environment_id = $1
      AND reason = 'period' AND total = $2) AS billed,
    (SELECT count(DISTINCT number) FROM invoices WHERE environment_id = $1) AS numbers,
    (SELECT max(number) FROM invoices WHERE environment_id = $1) AS last,
    (SELECT count(*) FROM invoices WHERE environment_id = $1 AND status = 'paid') AS paid,
    (SELECT count(DISTINCT invoice_id) FROM payments WHERE environment_id = $1
      AND status = 'succeeded' AND amount = $2) AS payments,
    (SELECT count(*) FROM sandbox_intents WHERE environment_id = $1) AS charged,
    (SELECT count(*) FROM credit_grants WHERE environment_id = $1 AND reason = 'PLAN_GRANT'
      AND amount = $3) AS granted`

/**
 * Throws unless every subscription was renewed once: one invoice with the fee and the usage,
 * consecutive numbers, one charge at the provider and one grant of credits.
 */
async function checkRenewals(
  pool: Pool,
  environmentId: string,
  subscribers: number,
): Promise<void> {
  const { rows } = await pool.query<RenewalCounts>(COUNTS, [
    environmentId,
    FEE + EXPORT_PRICE,
    PERIOD_CREDITS,
  ])
  const [counts] = rows
  const wrong = Object.entries(counts ?? {}).filter(([what, is]) =>
    what === 'last' ? Number(String(is).slice(4)) !== subscribers : is !== subscribers,
  )
  if (counts && wrong.length === 0) return
  throw new Error(
    [
      `THE RENEWALS ARE WRONG. Each of these numbers should be ${subscribers}:`,
      ...wrong.map(([what, is]) => `${what}: ${is}`),
    ].join('\n'),
  )
}
