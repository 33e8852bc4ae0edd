import { type Amount, formatAmount, parseAmount } from '../../../kernel/amount.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { AppliedEvent } from './applyEvent.core.ts'
import { type UsageEventKey, usageEventMapKey } from './needs.core.ts'

/** An event and its effects, as stored. */
export interface EventRow extends Omit<AppliedEvent, 'effects' | 'messages'> {
  bucket: number
  environmentId: string
  id: string
  customerId: string
  eventName: string
  quantity: Amount
  properties: string | null
  occurredAt: Date
  createdAt: Date
  idempotencyKey: string | null
  requestHash: string | null
  effects: string
}

/** The result of the first event with a key. */
export interface FirstResult
  extends UsageEventKey,
    Pick<
      AppliedEvent,
      'flow' | 'featureId' | 'creditCurrencyId' | 'creditsDeducted' | 'creditBalance'
    > {
  id: string
  requestHash: string
}

/**
 * LATERAL with a LIMIT makes the planner look up each key by index. Almost always, no key exists.
 */
const READ_KEYS: Statement = {
  name: 'read-event-keys',
  text: `
    SELECT e.bucket, e.environment_id AS "environmentId", e.customer_id AS "customerId",
      k.idempotency_key AS "idempotencyKey", e.id, encode(t.request_hash, 'hex') AS "requestHash",
      e.flow, e.feature_id AS "featureId", e.credit_currency_id AS "creditCurrencyId",
      e.credits_deducted AS "creditsDeducted", e.credit_balance AS "creditBalance"
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS idempotency_key
    ) AS k
    CROSS JOIN LATERAL (
      SELECT t.event_id, t.request_hash FROM usage_event_keys t
      WHERE t.bucket = k.bucket AND t.environment_id = k.environment_id
        AND t.customer_id = k.customer_id AND t.idempotency_key = k.idempotency_key
      LIMIT 1) AS t
    CROSS JOIN LATERAL (
      SELECT e.* FROM usage_events e
      WHERE e.bucket = k.bucket AND e.environment_id = k.environment_id AND e.id = t.event_id
      LIMIT 1) AS e`,
}

type StoredResult = Omit<FirstResult, 'creditsDeducted' | 'creditBalance'> & {
  creditsDeducted: string
  creditBalance: string | null
}

/** Reads the results of earlier events with the same keys, by `usageEventMapKey`. */
export async function readFirstResults(
  session: Session,
  keys: readonly UsageEventKey[],
): Promise<Map<string, FirstResult>> {
  if (keys.length === 0) return new Map()
  const rows = await session.query<StoredResult>(READ_KEYS, [
    arrayLiteral(keys, ({ bucket }) => bucket),
    arrayLiteral(keys, ({ environmentId }) => environmentId),
    arrayLiteral(keys, ({ customerId }) => customerId),
    arrayLiteral(keys, ({ idempotencyKey }) => idempotencyKey),
  ])
  return new Map(
    rows.map((row) => [
      usageEventMapKey(customerMapKey(row), row.idempotencyKey),
      {
        ...row,
        creditsDeducted: parseAmount(row.creditsDeducted),
        creditBalance: row.creditBalance === null ? null : parseAmount(row.creditBalance),
      },
    ]),
  )
}

export const INSERT_EVENTS = `
  INSERT INTO usage_events (bucket, environment_id, id, customer_id, event_name, quantity,
    properties, occurred_at, created_at, idempotency_key, flow, feature_id,
    credit_currency_id, account_id, credits_deducted, credit_balance, first_seq, last_seq, effects)
  SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
    unnest($5::text[]), unnest($6::numeric[]), unnest($7::jsonb[]), unnest($8::timestamptz[]),
    unnest($9::timestamptz[]), unnest($10::text[]), unnest($11::text[]), unnest($12::text[]),
    unnest($13::text[]), unnest($14::text[]), unnest($15::numeric[]), unnest($16::numeric[]),
    unnest($17::bigint[]), unnest($18::bigint[]), unnest($19::jsonb[])`

/** Inserts the keys of those rows that have one. */
export const INSERT_EVENT_KEYS = `
  INSERT INTO usage_event_keys (bucket, environment_id, customer_id, idempotency_key, event_id,
    request_hash)
  SELECT bucket, environment_id, customer_id, idempotency_key, event_id, request_hash
  FROM (
    SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
      unnest($4::text[]) AS customer_id, unnest($10::text[]) AS idempotency_key,
      unnest($3::text[]) AS event_id, unnest($20::bytea[]) AS request_hash
  ) AS k
  WHERE idempotency_key IS NOT NULL`

/** The parameters of both INSERT statements. */
export const eventColumns = (rows: readonly EventRow[]): string[] => [
  arrayLiteral(rows, ({ bucket }) => bucket),
  arrayLiteral(rows, ({ environmentId }) => environmentId),
  arrayLiteral(rows, ({ id }) => id),
  arrayLiteral(rows, ({ customerId }) => customerId),
  arrayLiteral(rows, ({ eventName }) => eventName),
  arrayLiteral(rows, ({ quantity }) => formatAmount(quantity)),
  arrayLiteral(rows, ({ properties }) => properties),
  arrayLiteral(rows, ({ occurredAt }) => occurredAt),
  arrayLiteral(rows, ({ createdAt }) => createdAt),
  arrayLiteral(rows, ({ idempotencyKey }) => idempotencyKey),
  arrayLiteral(rows, ({ flow }) => flow),
  arrayLiteral(rows, ({ featureId }) => featureId),
  arrayLiteral(rows, ({ creditCurrencyId }) => creditCurrencyId),
  arrayLiteral(rows, ({ accountId }) => accountId),
  arrayLiteral(rows, ({ creditsDeducted }) => formatAmount(creditsDeducted)),
  arrayLiteral(rows, ({ creditBalance }) => creditBalance && formatAmount(creditBalance)),
  arrayLiteral(rows, ({ firstSeq }) => firstSeq),
  arrayLiteral(rows, ({ lastSeq }) => lastSeq),
  arrayLiteral(rows, ({ effects }) => effects),
  arrayLiteral(rows, ({ requestHash }) => (requestHash === null ? null : `\\x${requestHash}`)),
]
