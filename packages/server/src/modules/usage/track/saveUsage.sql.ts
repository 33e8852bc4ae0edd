import { type Amount, formatAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import { emitEvents, type OutboxMessage } from '../../../platform/db/outbox.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Counter, Tallies } from '../meters/tallies.core.ts'
import { type EventRow, eventColumns, INSERT_EVENT_KEYS, INSERT_EVENTS } from './events.sql.ts'

/** The usage of one customer, UTC day and event name. */
export interface DayTotal {
  bucket: number
  environmentId: string
  customerId: string
  day: string
  eventName: string
  total: Amount
}

/** Writes in one statement what almost every batch changes, apart from wallets. */
const SAVE: Statement = {
  name: 'save-usage',
  text: `
    WITH counters AS (
      INSERT INTO usage_counters AS c (bucket, environment_id, customer_id, metric_id, span, slot,
        period_start, period_end, value)
      SELECT unnest($21::smallint[]), unnest($22::text[]), unnest($23::text[]), unnest($24::text[]),
        unnest($25::text[]), unnest($26::timestamptz[]), unnest($27::timestamptz[]),
        unnest($28::timestamptz[]), unnest($29::numeric[])
      ON CONFLICT (bucket, environment_id, customer_id, metric_id, span, slot) DO UPDATE
      SET value = c.value + excluded.value
    ), days AS (
      INSERT INTO usage_days AS d (bucket, environment_id, customer_id, day, event_name, total)
      SELECT unnest($30::smallint[]), unnest($31::text[]), unnest($32::text[]), unnest($33::date[]),
        unnest($34::text[]), unnest($35::numeric[])
      ON CONFLICT (bucket, environment_id, customer_id, day, event_name) DO UPDATE
      SET total = d.total + excluded.total
    ), keys AS (${INSERT_EVENT_KEYS}
    )${INSERT_EVENTS}`,
}

/** Writes the new values of counters that were read. */
const SAVE_COUNTERS: Statement = {
  name: 'save-counters',
  text: `
    INSERT INTO usage_counters (bucket, environment_id, customer_id, metric_id, span, slot,
      period_start, period_end, value, latest_at)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::timestamptz[]), unnest($7::timestamptz[]),
      unnest($8::timestamptz[]), unnest($9::numeric[]), unnest($10::timestamptz[])
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
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS subscription_id, unnest($4::text[]) AS charge_id,
        unnest($5::timestamptz[]) AS period_start, unnest($6::timestamptz[]) AS period_end,
        unnest($7::text[]) AS customer_id, unnest($8::text[]) AS metric_id,
        unnest($9::numeric[]) AS quantity, unnest($10::timestamptz[]) AS latest_at
    ) AS a
    ON CONFLICT (bucket, environment_id, subscription_id, charge_id, period_start) DO UPDATE
    SET quantity = excluded.quantity, latest_at = excluded.latest_at`,
}

const SAVE_MEMBERS: Statement = {
  name: 'save-members',
  text: `
    INSERT INTO usage_members (bucket, environment_id, customer_id, metric_id, span, slot, member)
    SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::timestamptz[]), unnest($7::text[])`,
}

export interface UsageChanges {
  events: readonly EventRow[]
  book: Tallies
  days: readonly DayTotal[]
  messages: readonly OutboxMessage[]
}

/** Sends all statements at once. The caller waits for them, or for the COMMIT that follows them. */
export function saveUsage(session: Session, changes: UsageChanges): Promise<unknown>[] {
  const { events, days, messages, book } = changes
  const statements: Promise<unknown>[] = []
  const [readCounters = [], addedCounters = []] = [false, true].map((isAddition) =>
    [...book.changedCounters].filter((counter) => counter.isAddition === isAddition),
  )
  if (events.length > 0 || addedCounters.length > 0 || days.length > 0) {
    statements.push(
      session.query(SAVE, [
        ...eventColumns(events),
        ...counterColumns(addedCounters),
        arrayLiteral(days, ({ bucket }) => bucket),
        arrayLiteral(days, ({ environmentId }) => environmentId),
        arrayLiteral(days, ({ customerId }) => customerId),
        arrayLiteral(days, ({ day }) => day),
        arrayLiteral(days, ({ eventName }) => eventName),
        arrayLiteral(days, ({ total }) => formatAmount(total)),
      ]),
    )
  }
  if (readCounters.length > 0) {
    statements.push(
      session.query(SAVE_COUNTERS, [
        ...counterColumns(readCounters),
        arrayLiteral(readCounters, ({ latestAt }) => latestAt),
      ]),
    )
  }
  statements.push(...saveAccruals(session, book), ...saveMembers(session, book))
  if (messages.length > 0) statements.push(emitEvents(session, messages))
  return statements
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

function saveAccruals(session: Session, { changedAccruals }: Tallies): Promise<unknown>[] {
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

function saveMembers(session: Session, { newMembers }: Tallies): Promise<unknown>[] {
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
