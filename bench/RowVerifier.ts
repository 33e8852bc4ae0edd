import { bucketOf } from '../packages/server/src/kernel/bucket.ts'
import { arrayLiteral } from '../packages/server/src/platform/db/arrayLiteral.ts'
import type { Pool } from './database.ts'
import type { Merchant } from './seed/seedMerchant.ts'

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

/** Counts the acknowledged events of every customer and compares them with the database. */
export class RowVerifier {
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
  ): Promise<RowVerifier> {
    const entries = customerIds.map((customerId) => ({
      customerId,
      bucket: bucketOf(merchant.environmentId, customerId),
      acknowledged: 0,
      lastSeq: 1,
      lastEventId: '',
      balance: String(granted),
      checked: 0,
    }))
    const verifier = new RowVerifier(pool, merchant, granted, entries)
    await verifier.verify()
    return verifier
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
    const rowByCustomer = new Map(rows.map((row) => [row.customer_id, row]))
    const wrong = entries.flatMap((entry) =>
      this.#compare(entry, rowByCustomer.get(entry.customerId)),
    )
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
      ['remaining credits of the grants', balance, row.remaining],
      ['last sequence number in the ledger', entry.lastSeq + added, row.last_seq],
      ['new ledger rows', added, row.entries],
      ['credits in the new ledger rows', added, row.spent],
      ['ledger rows that break the chain', 0, row.broken],
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
      .filter(([, expectedValue, actualValue]) => expectedValue !== Number(actualValue))
      .map(
        ([what, expectedValue, actualValue]) =>
          `${entry.customerId}: ${what} is ${actualValue}, not ${expectedValue}`,
      )
  }
}

interface AuditRow {
  customer_id: string
  balance: string
  last_seq: number
  remaining: string
  entries: number
  spent: string
  broken: number
  events: number
  deducted: string
  last_event_id: string | null
  counted: string
  totalled: string
}

/**
 * Reads each customer's wallet, and its ledger rows and events since the last check. The statement
 * uses index lookups, so ten million other rows do not make it slower.
 */
const AUDIT = `
  SELECT entry.customer_id, account.balance, account.last_seq, grants.remaining,
    ledger.entries, ledger.spent, ledger.broken, event.events, event.deducted, event.last_event_id,
    counter.counted, day.totalled
  FROM unnest($3::smallint[], $4::text[], $5::bigint[], $6::text[], $7::numeric[])
    AS entry (bucket, customer_id, last_seq, last_event_id, balance)
  JOIN credit_accounts account ON account.bucket = entry.bucket AND account.environment_id = $1
    AND account.customer_id = entry.customer_id
  CROSS JOIN LATERAL (
    SELECT sum(remaining) AS remaining FROM credit_grants
    WHERE bucket = entry.bucket AND account_id = account.id) grants
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(balance_before - balance_after), 0) AS spent,
      count(*) FILTER (WHERE seq <> expected OR balance_before <> coalesce(previous, entry.balance))
        AS broken
    FROM (
      SELECT seq, balance_before, balance_after, lag(balance_after) OVER rows AS previous,
        entry.last_seq + row_number() OVER rows AS expected
      FROM credit_ledger
      WHERE bucket = entry.bucket AND account_id = account.id AND seq > entry.last_seq
      WINDOW rows AS (ORDER BY seq)) chain) ledger
  CROSS JOIN LATERAL (
    SELECT count(*) AS events, coalesce(sum(credits_deducted), 0) AS deducted,
      max(id) AS last_event_id
    FROM usage_events
    WHERE bucket = entry.bucket AND environment_id = $1 AND customer_id = entry.customer_id
      AND id > entry.last_event_id) event
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(value), 0) AS counted FROM usage_counters
    WHERE bucket = entry.bucket AND environment_id = $1 AND customer_id = entry.customer_id
      AND metric_id = $2) counter
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(total), 0) AS totalled FROM usage_days
    WHERE bucket = entry.bucket AND environment_id = $1 AND customer_id = entry.customer_id) day`
