import { bucketOf } from '../../packages/server/src/kernel/bucket.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { newIdInBucket } from '../../packages/server/src/kernel/ids.ts'
import { arrayLiteral } from '../../packages/server/src/platform/db/arrayLiteral.ts'
import type { Pool } from '../database.ts'
import { callEffects, EVENT, type Merchant, monthOf } from './seedMerchant.ts'

/** Ledger rows per transaction: enough to be fast, few enough to show progress. */
const CHUNK_ROWS = 200_000

/**
 * Inserts customers with a wallet, one grant and a history, as if they had been created through the
 * API. The rows satisfy every invariant of a wallet, its ledger and its events.
 */
export async function insertWallets(
  pool: Pool,
  merchant: Merchant,
  customerIds: readonly string[],
  history: WalletHistory,
  onProgress: (ledgerRows: number) => void = () => {},
): Promise<void> {
  const rowsEach = 1 + history.adjustments + history.events
  const chunk = Math.max(1, Math.floor(CHUNK_ROWS / rowsEach))
  for (let from = 0; from < customerIds.length; from += chunk) {
    const part = customerIds.slice(from, from + chunk)
    await insertChunk(pool, merchant, part, history)
    onProgress((from + part.length) * rowsEach)
  }
}

async function insertChunk(
  pool: Pool,
  merchant: Merchant,
  customerIds: readonly string[],
  history: WalletHistory,
): Promise<void> {
  const wallets = customerIds.map((customerId) => {
    const bucket = bucketOf(merchant.environmentId, customerId)
    return {
      bucket,
      customerId,
      accountId: newIdInBucket('creditAccount', bucket),
      grantId: newIdInBucket('creditGrant', bucket),
    }
  })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `CREATE TEMPORARY TABLE wallets
         (bucket smallint, customer_id text, account_id text, grant_id text) ON COMMIT DROP`,
    )
    await client.query(
      'INSERT INTO wallets SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[])',
      [
        arrayLiteral(wallets, ({ bucket }) => bucket),
        arrayLiteral(wallets, ({ customerId }) => customerId),
        arrayLiteral(wallets, ({ accountId }) => accountId),
        arrayLiteral(wallets, ({ grantId }) => grantId),
      ],
    )
    await client.query('ANALYZE wallets')
    for (const { text, values } of walletStatements(merchant, history, systemClock.now())) {
      await client.query(text, values)
    }
    await client.query('COMMIT')
  } finally {
    // Closing the connection rolls back incomplete work after a failure.
    client.release(true)
  }
}

const ROWS_PER_WALLET = 50
/** One in five ledger rows has an event. An event for each row would double the time. */
const EVENTS_PER_WALLET = 10
const GRANTED = 1_000

/** Inserts wallets of other customers of the same merchant, with their history. */
export async function preloadHistory(
  pool: Pool,
  merchant: Merchant,
  ledgerRows: number,
  onProgress: (ledgerRows: number) => void,
): Promise<{ wallets: number; events: number }> {
  const wallets = Math.ceil(ledgerRows / ROWS_PER_WALLET)
  const customers = Array.from({ length: wallets }, (_, index) => `idle_${index}`)
  const history = {
    granted: GRANTED,
    adjustments: ROWS_PER_WALLET - 1 - EVENTS_PER_WALLET,
    events: EVENTS_PER_WALLET,
  }
  await insertWallets(pool, merchant, customers, history, onProgress)
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
  return { wallets, events: wallets * EVENTS_PER_WALLET }
}

interface WalletHistory {
  granted: number
  /** The number of adjustments of one credit each, which appear only in the ledger. */
  adjustments: number
  /** The number of tracked events of one credit each. */
  events: number
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Encodes five bits of a ledger row's number as a letter. */
const letter = (shift: number): string =>
  `substr('${ALPHABET}', ((seq >> ${shift}) & 31)::int + 1, 1)`

/**
 * The id of an event: the wallet's id with another prefix, in which the number of the ledger row
 * replaces some random letters. It is unique, and its last bits contain the bucket, like those of
 * every id of a customer's object.
 */
const EVENT_ID = `'evt_' || substr(account_id, 5, 16) || ${letter(15)} || ${letter(10)}
  || ${letter(5)} || ${letter(0)} || substr(account_id, 25)`

/** Inserts the rows for the temporary table `wallets`, table by table. */
function walletStatements(
  merchant: Merchant,
  { granted, adjustments, events }: WalletHistory,
  now: Date,
): { text: string; values: unknown[] }[] {
  const { environmentId, metricId, featureId, creditCurrencyId } = merchant
  const balance = granted - adjustments - events
  const lastSeq = 1 + adjustments + events
  const month = monthOf(now)
  const always = [
    {
      text: `INSERT INTO customers (bucket, environment_id, id, kind, currency, collection_method,
               tax_exempt, timezone, metadata, created_at, updated_at)
             SELECT bucket, $1, customer_id, 'plg', 'usd', 'charge_automatically',
               false, 'UTC', '{}', $2, $2 FROM wallets`,
      values: [environmentId, now],
    },
    {
      text: `INSERT INTO credit_accounts (bucket, environment_id, id, customer_id,
               credit_currency_id, status, balance, held, overdraft, last_seq, consumed_on,
               consumed, created_at, updated_at)
             SELECT bucket, $1, account_id, customer_id, $3, 'active', $4, 0, 0, $5,
               CASE WHEN $6::int > 0 THEN $2::timestamptz::date END, $6, $2, $2 FROM wallets`,
      values: [environmentId, now, creditCurrencyId, balance, lastSeq, events],
    },
    {
      text: `INSERT INTO credit_grants (bucket, environment_id, id, account_id, reason, amount,
               remaining, expired, active, priority, metadata, created_at, updated_at)
             SELECT bucket, $1, grant_id, account_id, 'GRANT', $3, $4, 0, true, 100, '{}', $2, $2
             FROM wallets`,
      values: [environmentId, now, granted, balance],
    },
    {
      text: `INSERT INTO credit_ledger (seq, created_at, bucket, environment_id, account_id, type,
               reason, amount, balance_before, balance_after, grant_id, feature_id, usage_event_id)
             SELECT seq, $2, bucket, $1, account_id,
               CASE WHEN seq = 1 THEN 'CREDIT' WHEN tracked THEN 'DEBIT' ELSE 'ADJUSTMENT' END,
               CASE WHEN seq = 1 THEN 'GRANT' WHEN tracked THEN 'USAGE_DEDUCTION'
                 ELSE 'MANUAL_ADJUSTMENT' END,
               CASE WHEN seq = 1 THEN $3::numeric WHEN tracked THEN 1 ELSE -1 END,
               CASE WHEN seq = 1 THEN 0 ELSE $3::numeric - (seq - 2) END, $3::numeric - (seq - 1),
               grant_id, CASE WHEN tracked THEN $4 END, CASE WHEN tracked THEN ${EVENT_ID} END
             FROM wallets, generate_series(1, $5::bigint) AS seq,
               LATERAL (SELECT seq > 1 + $6::bigint AS tracked)
             ORDER BY bucket, account_id, seq`,
      values: [environmentId, now, granted, featureId, lastSeq, adjustments],
    },
  ]
  if (events === 0) return always
  return [
    ...always,
    {
      text: `INSERT INTO usage_events (created_at, occurred_at, first_seq, last_seq, bucket,
               environment_id, id, customer_id, event_name, quantity, idempotency_key, flow,
               feature_id, credit_currency_id, account_id, credits_deducted, credit_balance, effects)
             SELECT $2, $2, seq, seq, bucket, $1, ${EVENT_ID}, customer_id, $3, 1, 'key_' || seq,
               'credit', $4, $5, account_id, 1, $6::numeric - (seq - 1), $9
             FROM wallets, generate_series($7::bigint, $8::bigint) AS seq
             ORDER BY bucket, account_id, seq`,
      values: [
        environmentId,
        now,
        EVENT,
        featureId,
        creditCurrencyId,
        granted,
        2 + adjustments,
        lastSeq,
        callEffects(merchant, '1', now),
      ],
    },
    {
      text: `INSERT INTO usage_event_keys (bucket, environment_id, customer_id, idempotency_key,
               event_id, request_hash)
             SELECT bucket, $1, customer_id, 'key_' || seq, ${EVENT_ID}, sha256(account_id::bytea)
             FROM wallets, generate_series($2::bigint, $3::bigint) AS seq
             ORDER BY bucket, customer_id, seq`,
      values: [environmentId, 2 + adjustments, lastSeq],
    },
    {
      text: `INSERT INTO usage_counters (bucket, environment_id, customer_id, metric_id, span, slot,
               period_start, period_end, value)
             SELECT bucket, $1, customer_id, $2, 'month', $3, $3, $4, $5 FROM wallets`,
      values: [environmentId, metricId, month.start, month.end, events],
    },
    {
      text: `INSERT INTO usage_days (bucket, environment_id, customer_id, day, event_name, total)
             SELECT bucket, $1, customer_id, $2::timestamptz::date, $3, $4 FROM wallets`,
      values: [environmentId, now, EVENT, events],
    },
  ]
}
