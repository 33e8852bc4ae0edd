import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DB as Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
