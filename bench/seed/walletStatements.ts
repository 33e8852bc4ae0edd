import { callEffects } from './callEffects.ts'
import { EVENT } from './merchantCatalog.ts'
import { monthOf } from './monthOf.ts'
import type { Merchant } from './seedMerchant.ts'

export interface WalletHistory {
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
 * The wallet's id with another prefix and the row's number in place of some random letters. It is
 * unique and has the bucket in its last bits, like every id of a customer's object.
 */
const EVENT_ID = `'evt_' || substr(account_id, 5, 16) || ${letter(15)} || ${letter(10)}
  || ${letter(5)} || ${letter(0)} || substr(account_id, 25)`

/** Inserts the rows for the temporary table `wallets`, table by table. */
export function walletStatements(
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
