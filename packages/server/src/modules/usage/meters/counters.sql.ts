import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { AccrualKey } from '../track/needs.core.ts'
import {
  type Accrual,
  accrualMapKey,
  type Counter,
  type CounterKey,
  counterMapKey,
  type MemberKey,
  memberMapKey,
} from './tallies.core.ts'

/** LATERAL with a LIMIT is not flattened, so the planner always looks up each key by index. */
const READ_COUNTERS: Statement = {
  name: 'read-counters',
  text: `
    SELECT c.environment_id AS "environmentId", c.bucket, c.customer_id AS "customerId",
      c.metric_id AS "metricId", c.span, c.slot, c.period_start AS "periodStart",
      c.period_end AS "periodEnd", c.value, c.latest_at AS "latestAt"
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS metric_id,
        unnest($5::text[]) AS span, unnest($6::timestamptz[]) AS slot
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM usage_counters c
      WHERE c.bucket = k.bucket AND c.environment_id = k.environment_id
        AND c.customer_id = k.customer_id AND c.metric_id = k.metric_id AND c.span = k.span
        AND c.slot = k.slot
      LIMIT 1) AS c`,
}

const keyColumns = (keys: readonly CounterKey[]): string[] => [
  arrayLiteral(keys, ({ bucket }) => bucket),
  arrayLiteral(keys, ({ environmentId }) => environmentId),
  arrayLiteral(keys, ({ customerId }) => customerId),
  arrayLiteral(keys, ({ metricId }) => metricId),
  arrayLiteral(keys, ({ span }) => span),
  arrayLiteral(keys, ({ slot }) => slot),
]

type Stored<Row extends { value: Amount }> = Omit<Row, 'value'> & { value: string }

const withAmount = <Row extends { value: Amount }>(row: Stored<Row>): Row =>
  ({ ...row, value: parseAmount(row.value) }) as unknown as Row

/**
 * Reads counters by `counterMapKey`. A rate's counter may belong to an older window: compare its
 * `periodStart`.
 */
export async function readCounters(
  session: Session,
  keys: readonly CounterKey[],
): Promise<Map<string, Counter>> {
  if (keys.length === 0) return new Map()
  const rows = await session.query<Stored<Counter>>(READ_COUNTERS, keyColumns(keys))
  return new Map(
    rows.map((row) => [counterMapKey(row), { ...withAmount<Counter>(row), isAddition: false }]),
  )
}

const READ_MEMBERS: Statement = {
  name: 'read-members',
  text: `
    SELECT m.environment_id AS "environmentId", m.bucket, m.customer_id AS "customerId",
      m.metric_id AS "metricId", m.span, m.slot, m.member
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS customer_id, unnest($4::text[]) AS metric_id,
        unnest($5::text[]) AS span, unnest($6::timestamptz[]) AS slot, unnest($7::text[]) AS member
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM usage_members m
      WHERE m.bucket = k.bucket AND m.environment_id = k.environment_id
        AND m.customer_id = k.customer_id AND m.metric_id = k.metric_id AND m.span = k.span
        AND m.slot = k.slot AND m.member = k.member
      LIMIT 1) AS m`,
}

/** Returns the map keys of the values that were seen before. */
export async function readMembers(
  session: Session,
  keys: readonly MemberKey[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await session.query<MemberKey>(READ_MEMBERS, [
    ...keyColumns(keys),
    arrayLiteral(keys, ({ member }) => member),
  ])
  return new Set(rows.map(memberMapKey))
}

const READ_ACCRUALS: Statement = {
  name: 'read-accruals',
  text: `
    SELECT a.environment_id AS "environmentId", a.bucket, a.customer_id AS "customerId",
      a.metric_id AS "metricId", a.subscription_id AS "subscriptionId",
      a.charge_id AS "chargeId", a.period_start AS "periodStart", a.period_end AS "periodEnd",
      a.quantity AS value, a.latest_at AS "latestAt"
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS subscription_id, unnest($4::text[]) AS charge_id,
        unnest($5::timestamptz[]) AS period_start
    ) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM usage_accruals a
      WHERE a.bucket = k.bucket AND a.environment_id = k.environment_id
        AND a.subscription_id = k.subscription_id AND a.charge_id = k.charge_id
        AND a.period_start = k.period_start
      LIMIT 1) AS a`,
}

export async function readAccruals(
  session: Session,
  keys: readonly AccrualKey[],
): Promise<Map<string, Accrual>> {
  if (keys.length === 0) return new Map()
  const rows = await session.query<Stored<Accrual>>(READ_ACCRUALS, [
    arrayLiteral(keys, ({ bucket }) => bucket),
    arrayLiteral(keys, ({ environmentId }) => environmentId),
    arrayLiteral(keys, ({ subscriptionId }) => subscriptionId),
    arrayLiteral(keys, ({ chargeId }) => chargeId),
    arrayLiteral(keys, ({ periodStart }) => periodStart),
  ])
  return new Map(rows.map((row) => [accrualMapKey(row), withAmount<Accrual>(row)]))
}
