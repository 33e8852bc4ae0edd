import { type Amount, formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import { type OutboxMessage, tellMerchants } from '../../../platform/db/outbox.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Book, Counter } from '../core/book.ts'
import { type EventRow, eventColumns, INSERT_EVENT_KEYS, INSERT_EVENTS } from './events.ts'

/** What a customer used under one event name on one UTC day. */
export interface DayTotal {
  bucket: number
  environmentId: string
  customerId: string
  day: string
  eventName: string
  total: Amount
}

/** What nearly every batch of events leaves behind, apart from wallets. */
const SAVE: Statement = {
  name: 'save-usage',
  text: `
    WITH counters AS (
      INSERT INTO usage_counters AS c (bucket, environment_id, customer_id, metric_id, span, slot,
        period_start, period_end, value)
      SELECT * FROM unnest($21::smallint[], $22::text[], $23::text[], $24::text[], $25::text[],
        $26::timestamptz[], $27::timestamptz[], $28::timestamptz[], $29::numeric[])
      ON CONFLICT (bucket, environment_id, customer_id, metric_id, span, slot) DO UPDATE
      SET value = c.value + excluded.value
    ), days AS (
      INSERT INTO usage_days AS d (bucket, environment_id, customer_id, day, event_name, total)
      SELECT * FROM unnest($30::smallint[], $31::text[], $32::text[], $33::date[], $34::text[],
        $35::numeric[])
      ON CONFLICT (bucket, environment_id, customer_id, day, event_name) DO UPDATE
      SET total = d.total + excluded.total
    ), keys AS (${INSERT_EVENT_KEYS}
    )${INSERT_EVENTS}`,
}

/** Counters that were read, with what they come to. */
const SAVE_COUNTERS: Statement = {
  name: 'save-counters',
  text: `
    INSERT INTO usage_counters (bucket, environment_id, customer_id, metric_id, span, slot,
      period_start, period_end, value, latest_at)
    SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[],
      $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::numeric[], $10::timestamptz[])
    ON CONFLICT (bucket, environment_id, customer_id, metric_id, span, slot) DO UPDATE
    SET period_start = excluded.period_start, period_end = excluded.period_end,
      value = excluded.value, latest_at = excluded.latest_at`,
}

const SAVE_ACCRUALS: Statement = {
  name: 'save-accruals',
  text: `
    INSERT INTO usage_accruals (bucket, environment_id, subscription_id, charge_id, period_start,
      period_end, customer_id, metric_id, quantity, billed_quantity, latest_at)
    SELECT bucket, environment_id, subscription_id, charge_id, period_start, period_end,
      customer_id, metric_id, quantity, 0, latest_at
    FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[],
      $6::timestamptz[], $7::text[], $8::text[], $9::numeric[], $10::timestamptz[])
      AS a (bucket, environment_id, subscription_id, charge_id, period_start, period_end,
        customer_id, metric_id, quantity, latest_at)
    ON CONFLICT (bucket, environment_id, subscription_id, charge_id, period_start) DO UPDATE
    SET quantity = excluded.quantity, latest_at = excluded.latest_at`,
}

const SAVE_MEMBERS: Statement = {
  name: 'save-members',
  text: `
    INSERT INTO usage_members (bucket, environment_id, customer_id, metric_id, span, slot, member)
    SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[],
      $6::timestamptz[], $7::text[])`,
}

export interface UsageChanges {
  events: readonly EventRow[]
  book: Book
  days: readonly DayTotal[]
  messages: readonly OutboxMessage[]
}

/** Sends all statements at once; the caller waits for them, or for the COMMIT behind them. */
export function saveUsage(session: Session, changes: UsageChanges): Promise<unknown>[] {
  const { events, days, messages, book } = changes
  const sent: Promise<unknown>[] = []
  const [read = [], added = []] = [false, true].map((isAddition) =>
    [...book.changedCounters].filter((counter) => counter.isAddition === isAddition),
  )
  if (events.length > 0 || added.length > 0 || days.length > 0) {
    sent.push(
      session.query(SAVE, [
        ...eventColumns(events),
        ...counterColumns(added),
        arrayLiteral(days, ({ bucket }) => bucket),
        arrayLiteral(days, ({ environmentId }) => environmentId),
        arrayLiteral(days, ({ customerId }) => customerId),
        arrayLiteral(days, ({ day }) => day),
        arrayLiteral(days, ({ eventName }) => eventName),
        arrayLiteral(days, ({ total }) => formatAmount(total)),
      ]),
    )
  }
  if (read.length > 0) {
    sent.push(
      session.query(SAVE_COUNTERS, [
        ...counterColumns(read),
        arrayLiteral(read, ({ latestAt }) => latestAt),
      ]),
    )
  }
  sent.push(...saveAccruals(session, book), ...saveMembers(session, book))
  if (messages.length > 0) sent.push(tellMerchants(session, messages))
  return sent
}

const counterColumns = (counters: readonly Counter[]): string[] => [
  arrayLiteral(counters, ({ bucket }) => bucket),
  arrayLiteral(counters, ({ environmentId }) => environmentId),
  arrayLiteral(counters, ({ customerId }) => customerId),
  arrayLiteral(counters, ({ metricId }) => metricId),
  arrayLiteral(counters, ({ span }) => span),
  arrayLiteral(counters, ({ slot }) => slot),
  arrayLiteral(counters, ({ periodStart }) => periodStart),
  arrayLiteral(counters, ({ periodEnd }) => periodEnd),
  arrayLiteral(counters, ({ value }) => formatAmount(value)),
]

function saveAccruals(session: Session, { changedAccruals }: Book): Promise<unknown>[] {
  const accruals = [...changedAccruals]
  if (accruals.length === 0) return []
  return [
    session.query(SAVE_ACCRUALS, [
      arrayLiteral(accruals, ({ bucket }) => bucket),
      arrayLiteral(accruals, ({ environmentId }) => environmentId),
      arrayLiteral(accruals, ({ subscriptionId }) => subscriptionId),
      arrayLiteral(accruals, ({ chargeId }) => chargeId),
      arrayLiteral(accruals, ({ periodStart }) => periodStart),
      arrayLiteral(accruals, ({ periodEnd }) => periodEnd),
      arrayLiteral(accruals, ({ customerId }) => customerId),
      arrayLiteral(accruals, ({ metricId }) => metricId),
      arrayLiteral(accruals, ({ value }) => formatAmount(value)),
      arrayLiteral(accruals, ({ latestAt }) => latestAt),
    ]),
  ]
}

function saveMembers(session: Session, { newMembers }: Book): Promise<unknown>[] {
  if (newMembers.length === 0) return []
  return [
    session.query(SAVE_MEMBERS, [
      arrayLiteral(newMembers, ({ bucket }) => bucket),
      arrayLiteral(newMembers, ({ environmentId }) => environmentId),
      arrayLiteral(newMembers, ({ customerId }) => customerId),
      arrayLiteral(newMembers, ({ metricId }) => metricId),
      arrayLiteral(newMembers, ({ span }) => span),
      arrayLiteral(newMembers, ({ slot }) => slot),
      arrayLiteral(newMembers, ({ member }) => member),
    ]),
  ]
}
