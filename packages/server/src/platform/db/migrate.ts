import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { APP_ROLE } from './pool.ts'

const DIRECTORY = new URL('../../../migrations/', import.meta.url)
/** An arbitrary constant: two migrators of one database take turns on this lock. */
const MIGRATION_LOCK = 7_016_183

interface Migration {
  version: number
  name: string
  sql: string
  checksum: string
}

interface AppliedMigration {
  version: number
  name: string
  checksum: string
}

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 6))
      if (version !== index + 1) throw new Error(`Migration ${file} breaks the numbering.`)
      const sql = await readFile(new URL(file, DIRECTORY), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version, name: file.slice(7, -4), sql, checksum }
    }),
  )
}

/**
 * Returns the migrations that are not applied yet. Throws if the database does not match the files.
 */
export function compareMigrations(files: Migration[], applied: AppliedMigration[]): Migration[] {
  for (const row of applied) {
    const file = files[row.version - 1]
    if (!file) {
      throw new Error(
        `The database has migration ${row.version} (${row.name}), which this version of Purser does not know. Start a newer Purser.`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new Error(
        `Migration ${file.version} (${file.name}) was changed after it was applied. Restore the file, and put the change into a new migration.`,
      )
    }
  }
  return files.slice(applied.length)
}

const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  )
  return rows
}

/** Reads the migrations that are still to be applied. */
export async function pendingMigrations(pool: pg.Pool): Promise<Migration[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS "exists"`,
    )
    return compareMigrations(
      await readMigrations(),
      rows[0]?.exists ? await readApplied(client) : [],
    )
  } finally {
    client.release()
  }
}

/** Brings the database up to date. Several processes may call it at once. */
export async function migrate(ownerPool: pg.Pool): Promise<number> {
  const client = await ownerPool.connect()
  try {
    await client.query('SET lock_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureAppRole(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    await client.query(`GRANT SELECT ON schema_migrations TO ${APP_ROLE}`)
    const pending = compareMigrations(await readMigrations(), await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    await prepareJobs(ownerPool, client)
    return pending.length
  } finally {
    // Closing the connection also releases the lock, even if the transaction has failed.
    client.release(true)
  }
}

async function apply(client: pg.ClientBase, { version, name, sql, checksum }: Migration) {
  await client.query('BEGIN')
  try {
    await client.query(
      'INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)',
      [version, name, checksum],
    )
    await client.query(sql)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${version} (${name}) failed and was undone.`, { cause: error })
  }
}

/**
 * Creates the application's role. Roles belong to the whole server, so another database's migrator
 * may be creating it at the same time.
 */
async function ensureAppRole(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
          CREATE ROLE ${APP_ROLE} NOLOGIN;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`)
    // An administrator may have created the role and the grant. We may then lack the right to grant
    // it.
    if (!(await canBecome(client, APP_ROLE)))
      await client.query(`GRANT ${APP_ROLE} TO CURRENT_USER`)
    await client.query(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`)
  } catch (error) {
    throw new Error(
      `The database user cannot create the role ${APP_ROLE}, or cannot switch to it. Run once as an administrator: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO <that user>;`,
      { cause: error },
    )
  }
}

async function canBecome(client: pg.ClientBase, role: string): Promise<boolean> {
  try {
    await client.query(`SET ROLE ${role}`)
    await client.query('RESET ROLE')
    return true
  } catch {
    return false
  }
}

/** Creates the queue's tables and the only function through which the application may add jobs. */
async function prepareJobs(pool: pg.Pool, client: pg.ClientBase): Promise<void> {
  await runMigrations({ pgPool: pool })
  // SECURITY DEFINER, because only their owner may access the queue's tables.
  await client.query(`
    DROP FUNCTION IF EXISTS enqueue_job(text, json, text);
    CREATE OR REPLACE FUNCTION enqueue_job(
      task text, payload json, job_key text, run_at timestamptz)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = graphile_worker, pg_temp AS $$
      SELECT graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key)
    $$;
    REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION enqueue_job TO ${APP_ROLE}`)
}
