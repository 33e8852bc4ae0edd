import { bucketOf } from '../../packages/server/src/kernel/bucket.ts'
import { arrayLiteral } from '../../packages/server/src/platform/db/arrayLiteral.ts'
import type { Pool } from '../machine/Pool.ts'
import type { Merchant } from '../seed/seedMerchant.ts'
import { AUDIT, type AuditRow } from './audit.ts'

const SHOWN = 5

interface Entry {
  customerId: string
  bucket: number
  acknowledged: number
  /** The last ledger row that was verified. */
  lastSeq: number
  lastEventId: string
  balance: string
  checked: number
}

/** Records what every customer was told, to compare it with the database. */
export class Books {
  readonly #pool: Pool
  readonly #merchant: Merchant
  readonly #granted: number
  readonly #entries: Entry[]

  private constructor(pool: Pool, merchant: Merchant, granted: number, entries: Entry[]) {
    this.#pool = pool
    this.#merchant = merchant
    this.#granted = granted
    this.#entries = entries
  }

  /** Reads the customers after their first grant. */
  static async open(
    pool: Pool,
    merchant: Merchant,
    customerIds: readonly string[],
    granted: number,
  ): Promise<Books> {
    const entries = customerIds.map((customerId) => ({
      customerId,
      bucket: bucketOf(merchant.environmentId, customerId),
      acknowledged: 0,
      lastSeq: 1,
      lastEventId: '',
      balance: String(granted),
      checked: 0,
    }))
    const books = new Books(pool, merchant, granted, entries)
    await books.verify()
    return books
  }

  add(acknowledged: Uint32Array): void {
    for (const [index, events] of acknowledged.entries()) {
      const entry = this.#entries[index]
      if (entry) entry.acknowledged += events
    }
  }

  /** Throws unless each customer's rows match the acknowledged events exactly. */
  async verify(): Promise<void> {
    const entries = this.#entries
    const { rows } = await this.#pool.query<AuditRow>(AUDIT, [
      this.#merchant.environmentId,
      this.#merchant.metricId,
      arrayLiteral(entries, ({ bucket }) => bucket),
      arrayLiteral(entries, ({ customerId }) => customerId),
      arrayLiteral(entries, ({ lastSeq }) => lastSeq),
      arrayLiteral(entries, ({ lastEventId }) => lastEventId),
      arrayLiteral(entries, ({ balance }) => balance),
    ])
    const found = new Map(rows.map((row) => [row.customer_id, row]))
    const wrong = entries.flatMap((entry) => this.#compare(entry, found.get(entry.customerId)))
    if (wrong.length === 0) return
    throw new Error(
      [
        `THE ROWS ARE WRONG: ${wrong.length} differences from the acknowledged events.`,
        ...wrong.slice(0, SHOWN),
      ].join('\n'),
    )
  }

  #compare(entry: Entry, row: AuditRow | undefined): string[] {
    if (!row) return [`${entry.customerId}: has no wallet`]
    const added = entry.acknowledged - entry.checked
    const balance = this.#granted - entry.acknowledged
    const expected: [string, number, string | number][] = [
      ['balance', balance, row.balance],
      ['remaining of the grants', balance, row.remaining],
      ['last number in the ledger', entry.lastSeq + added, row.last_seq],
      ['new ledger rows', added, row.entries],
      ['credits in the new ledger rows', added, row.spent],
      ['ledger rows out of the chain', 0, row.broken],
      ['new events', added, row.events],
      ['credits in the new events', added, row.deducted],
      ['counter', entry.acknowledged, row.counted],
      ['daily totals', entry.acknowledged, row.totalled],
    ]
    entry.checked = entry.acknowledged
    entry.lastSeq = row.last_seq
    entry.balance = row.balance
    entry.lastEventId = row.last_event_id ?? entry.lastEventId
    return expected
      .filter(([, wanted, is]) => wanted !== Number(is))
      .map(([what, wanted, is]) => `${entry.customerId}: ${what} is ${is}, not ${wanted}`)
  }
}
