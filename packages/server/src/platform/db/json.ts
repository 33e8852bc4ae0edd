import { type RawBuilder, sql } from 'kysely'

/** Wraps a value for a jsonb column. The driver would turn a bare array into a PostgreSQL array. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`
