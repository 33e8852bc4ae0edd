import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrations } from '../src/platform/db/migrate.ts'
import { findSchemaBreaches } from './architecture/schemaRules.ts'
import { createTestDatabase, type TestDatabase } from './harness/database/testDatabase.ts'

const root = new URL('../../../', import.meta.url).pathname

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe('the schema', () => {
  it('keeps every row in its environment and every customer row in its bucket', async () => {
    expect(await findSchemaBreaches(owner)).toEqual([])
  })

  it.each([
    [
      'a table without an environment',
      'CREATE TABLE planted (id text PRIMARY KEY)',
      'planted: has no environment_id',
    ],
    [
      'a customer table without a bucket',
      'CREATE TABLE planted (environment_id text, customer_id text, PRIMARY KEY (environment_id, customer_id))',
      'planted: has no bucket',
    ],
    [
      'a unique key without a bucket',
      'CREATE UNIQUE INDEX planted_key ON customers (environment_id, email)',
      'customers.planted_key: a unique key without the bucket',
    ],
    [
      'a reference across environments',
      'CREATE UNIQUE INDEX ON products (id); CREATE TABLE planted (environment_id text PRIMARY KEY, product_id text REFERENCES products (id))',
      'planted.planted_product_id_fkey: a reference that could leave the environment',
    ],
    [
      'a trigger',
      "CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER planted BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION planted()",
      'planted: triggers are not allowed',
    ],
  ])('fails its check if it contains %s', async (_name, statement, breach) => {
    await owner.query('BEGIN')
    await owner.query(statement)
    expect(await findSchemaBreaches(owner)).toContain(breach)
    await owner.query('ROLLBACK')
  })

  it('matches the generated types', async () => {
    const config = new URL('../kysely-codegen.json', import.meta.url).pathname
    await promisify(execFile)(
      `${root}node_modules/.bin/kysely-codegen`,
      ['--verify', '--config-file', config, '--url', database.url],
      { cwd: root },
    )
  })

  it('denies the application every statement that it must never run', async () => {
    const refused = async (statement: string) =>
      database.pool.query(statement).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      )
    const INSUFFICIENT_PRIVILEGE = '42501'
    for (const statement of [
      'UPDATE usage_events SET quantity = 1',
      'DELETE FROM usage_events',
      'UPDATE usage_event_keys SET event_id = $$x$$',
      'DELETE FROM usage_event_keys',
      'UPDATE outbox_messages SET type = $$x$$',
      'DELETE FROM outbox_messages',
      'UPDATE webhook_attempts SET error = NULL',
      'DELETE FROM webhook_attempts',
      'DELETE FROM webhook_deliveries',
      'DELETE FROM webhook_endpoints',
      'DELETE FROM customers',
      'UPDATE credit_ledger SET amount = 1',
      'DELETE FROM credit_ledger',
      'TRUNCATE credit_ledger',
      'UPDATE organizations SET name = $$x$$',
      'DELETE FROM plan_versions',
      'UPDATE plan_charges SET name = $$x$$',
      'UPDATE schema_migrations SET name = $$x$$',
      'DROP TABLE customers',
      'CREATE TABLE planted (id text)',
      'SELECT * FROM graphile_worker._private_jobs',
    ]) {
      expect(await refused(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
    }
  })

  it('grants the application each table by name', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `SELECT relname AS "table" FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind = 'r' AND NOT has_table_privilege('purser_app', oid, 'SELECT')`,
    )
    expect(rows).toEqual([])
    const text = (await readMigrations()).map(({ sql }) => sql).join('\n')
    expect(text).not.toMatch(/ON ALL TABLES|DEFAULT PRIVILEGES/i)
  })
})
