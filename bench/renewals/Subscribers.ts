import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import type { Pool } from '../machine/Pool.ts'
import { type Merchant, stockEnvironment } from '../seed/seedMerchant.ts'
import { checkRenewals } from './checkRenewals.ts'
import { type EndedPeriod, endedPeriod } from './endedPeriod.ts'
import { insertSubscribers } from './insertSubscribers.ts'
import { subscriberCatalog } from './subscriberCatalog.ts'
import { trackExports } from './trackExports.ts'

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

  /** `port` is the server that tracks usage. */
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
