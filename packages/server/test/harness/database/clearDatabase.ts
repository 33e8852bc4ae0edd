import type pg from 'pg'

/** Every scan reads the deleted rows of a table until a VACUUM removes them. */
const VACUUM_AFTER_ROWS = 2_000

interface Layout {
  deleteAll: string
  fingerprint: string
}

const layouts = new WeakMap<pg.Pool, Layout & { deletedRows: number }>()

/** Changes when a test adds, drops or alters a table, constraint, index, function or privilege. */
const FINGERPRINT = `
  SELECT concat_ws('/',
    (SELECT sum(hashtext(concat(relname, relkind, relacl, relhastriggers))::bigint) FROM pg_class
     WHERE relnamespace = 'public'::regnamespace),
    (SELECT sum(hashtext(concat(
       conname, convalidated, contype, conrelid, confrelid, conkey, confkey, conbin, condeferrable,
       condeferred, confupdtype, confdeltype, confmatchtype))::bigint)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT sum(hashtext(concat(attname, attnotnull, atttypid, attisdropped))::bigint)
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0),
    (SELECT sum(hashtext(concat(tgname, tgenabled))::bigint) FROM pg_trigger),
    (SELECT sum(hashtext(concat(proname, prosrc, proconfig, prosecdef, proacl))::bigint)
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace)) AS fingerprint`

/** Stores the layout of a new database, to compare it with the layout after each test. */
export async function rememberLayout(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND (n.nspname = 'public' AND c.relname <> 'schema_migrations'
      OR n.nspname = 'graphile_worker' AND c.relname IN ('_private_jobs', '_private_job_queues', '_private_known_crontabs'))`)
  layouts.set(owner, {
    deleteAll: withoutForeignKeys(rows.map(({ name }) => `DELETE FROM ${name}`)),
    fingerprint: await readFingerprint(owner),
    deletedRows: 0,
  })
}

/**
 * Joins statements into one transaction that does not check foreign keys, so the order of the
 * tables does not matter. Only the owner of the database may run it.
 */
export const withoutForeignKeys = (statements: readonly string[]): string =>
  ['BEGIN', 'SET LOCAL session_replication_role = replica', ...statements, 'COMMIT'].join('; ')

/** Deletes all rows. Returns false, without deleting, if a test has changed the schema. */
export async function clearDatabase(owner: pg.Pool): Promise<boolean> {
  const layout = layouts.get(owner)
  if (!layout || (await readFingerprint(owner)) !== layout.fingerprint) return false
  const results = (await owner.query(layout.deleteAll)) as unknown as pg.QueryResult[]
  layout.deletedRows += results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
  if (layout.deletedRows > VACUUM_AFTER_ROWS) {
    await owner.query('VACUUM')
    layout.deletedRows = 0
  }
  return true
}

const readFingerprint = async (owner: pg.Pool): Promise<string> =>
  (await owner.query<{ fingerprint: string }>(FINGERPRINT)).rows[0]?.fingerprint ?? ''
