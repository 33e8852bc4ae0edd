import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClockKey } from '../../kernel/clock.ts'
import type { Database } from './database.ts'
import type { DB as Tables } from './tables.ts'

/** A table whose rows belong to a customer and are due at the time in one of its columns. */
interface DueTable {
  readonly table: keyof Tables
  readonly alias: string
  /** The column with the due time. It is null while nothing is due. */
  readonly dueAt: string
  /** Excludes rows that have a due time but need no work. */
  readonly condition?: RawBuilder<SqlBool>
}

export interface DueRows<Row> extends DueTable {
  /** The columns that `listDueOnClock` selects. */
  readonly columns: RawBuilder<Row>
}

/** Finds the earliest due time among the rows of a test clock's customers. */
export async function findNextDueOnClock(
  db: Database,
  clock: ClockKey,
  due: DueTable,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(${dueAtOf(due)}) AS at ${selectDueRows(clock, due)}`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists the rows of a test clock's customers that are due by `at`, by customer and due time. */
export async function listDueOnClock<Row>(
  db: Database,
  clock: ClockKey,
  due: DueRows<Row>,
  at: Date,
): Promise<Row[]> {
  const dueAt = dueAtOf(due)
  const { rows } = await sql<Row>`
    SELECT ${due.columns} ${selectDueRows(clock, due)} AND ${dueAt} <= ${at}
    ORDER BY ${column(due, 'customer_id')}, ${dueAt}, ${column(due, 'id')}`.execute(db)
  return rows
}

const selectDueRows = (clock: ClockKey, due: DueTable) => sql`
  FROM ${rowsOnClock(clock, due.table, due.alias)}
  WHERE ${dueAtOf(due)} IS NOT NULL AND ${due.condition ?? sql<SqlBool>`true`}`

const column = ({ alias }: { alias: string }, name: string) => sql.ref(`${alias}.${name}`)

const dueAtOf = (due: DueTable) => column(due, due.dueAt)

/**
 * The rows of a table that belong to a test clock's customers, to be used after FROM. The alias of
 * the customer is `c`. Deleted customers are left out.
 */
export const rowsOnClock = (clock: ClockKey, table: keyof Tables, alias: string) => sql`
  customers c
  JOIN ${sql.table(table)} AS ${sql.id(alias)} ON ${column({ alias }, 'bucket')} = c.bucket
    AND ${column({ alias }, 'environment_id')} = c.environment_id
    AND ${column({ alias }, 'customer_id')} = c.id
    AND ${isOnClock(clock)} AND c.deleted_at IS NULL`

/** The condition that the customer with the alias `c` is on a test clock. */
export const isOnClock = ({ environmentId, testClockId }: ClockKey) =>
  sql<SqlBool>`(c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId})`

/**
 * Sweepers renew, bill and collect in the time of the test clock `k` only while the clock is ready,
 * or if there is no clock. A failed clock continues with this work when it is advanced again.
 */
export const isClockReady = sql<SqlBool>`coalesce(k.status, 'ready') = 'ready'`

/**
 * True while the test clock `k` is advancing. The clock then does its due work itself, at the exact
 * time. Otherwise sweepers and jobs do all other work, such as asking about a payment in real time.
 */
export const CLOCK_IS_ADVANCING = "(k.status IS NOT DISTINCT FROM 'advancing')"
export const isClockAdvancing = sql.raw<SqlBool>(CLOCK_IS_ADVANCING)

/**
 * Joins a row's customer as `c` and its test clock, if it has one, as `k`. Rows of deleted
 * customers are left out.
 */
export const joinCustomerAndClock = (alias: string) => sql`
  JOIN customers c ON c.bucket = ${column({ alias }, 'bucket')}
    AND c.environment_id = ${column({ alias }, 'environment_id')}
    AND c.id = ${column({ alias }, 'customer_id')} AND c.deleted_at IS NULL
  LEFT JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id`
