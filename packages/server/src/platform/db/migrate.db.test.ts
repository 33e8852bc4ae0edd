import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { compareMigrations, migrate, pendingMigrations, readMigrations } from './migrate.ts'
import { createPool } from './pool.ts'

const { url: serverUrl } = inject('postgres')
let server: pg.Client
let name: string
let url: string
let pool: pg.Pool

beforeAll(async () => {
  server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
})
afterAll(() => server.end())

/** Creates an empty database for each test. */
beforeEach(async () => {
  name = `purser_migrate_${process.pid}_${randomBytes(4).toString('hex')}`
  await server.query(`CREATE DATABASE ${name}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  url = address.href
  pool = ownerPool()
})
afterEach(async () => {
  await pool.end()
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
})

const ownerPool = () => createPool({ connectionString: url, max: 3, as: 'owner' })
const versions = async () =>
  (await pool.query('SELECT version FROM schema_migrations ORDER BY version')).rows.map(
    ({ version }) => version,
  )
const exists = async (table: string) =>
  (await pool.query('SELECT to_regclass($1) IS NOT NULL AS there', [table])).rows[0].there
const numbers = async () => (await readMigrations()).map(({ version }) => version)

describe('migrating', () => {
  it('brings an empty database up to date, after which nothing is left to do', async () => {
    expect((await pendingMigrations(pool)).map(({ version }) => version)).toEqual(await numbers())
    expect(await migrate(pool)).toBe((await numbers()).length)
    expect(await versions()).toEqual(await numbers())
    expect(await pendingMigrations(pool)).toEqual([])
    expect(await migrate(pool)).toBe(0)
  })

  it('lets the application connect only as the limited role', async () => {
    await migrate(pool)
    const app = createPool({ connectionString: url, max: 1, as: 'app' })
    try {
      const { rows } = await app.query(
        'SELECT current_user AS "user", (SELECT count(*)::int FROM customers) AS customers',
      )
      expect(rows).toEqual([{ user: 'purser_app', customers: 0 }])
      await expect(app.query('DROP TABLE customers')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await app.end()
    }
  })

  it('can run in several processes at once, and each migration is applied once', async () => {
    const pools = Array.from({ length: 4 }, ownerPool)
    try {
      const applied = await Promise.all(pools.map(migrate))
      expect(applied.sort()).toEqual([0, 0, 0, (await numbers()).length])
      expect(await versions()).toEqual(await numbers())
    } finally {
      await Promise.all(pools.map((one) => one.end()))
    }
  })

  it('refuses a migration that was changed after it was applied, and changes nothing', async () => {
    await migrate(pool)
    await pool.query(`UPDATE schema_migrations SET checksum = 'another' WHERE version = 2`)
    const refusal = 'Migration 2 (writes) was changed after it was applied. Restore the file'
    await expect(migrate(pool)).rejects.toThrow(refusal)
    await expect(pendingMigrations(pool)).rejects.toThrow(refusal)
    expect(await versions()).toEqual(await numbers())
  })

  it('refuses a database that a newer Purser migrated', async () => {
    await migrate(pool)
    const newer = (await numbers()).length + 1
    await pool.query(
      `INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, 'future', 'x')`,
      [newer],
    )
    const refusal = `The database has migration ${newer} (future), which this version of Purser does not know.`
    await expect(migrate(pool)).rejects.toThrow(refusal)
    await expect(pendingMigrations(pool)).rejects.toThrow(refusal)
  })

  it('rolls back a failing migration, keeps the earlier ones, and continues once the cause is fixed', async () => {
    await pool.query('CREATE TABLE customers (standing_in_the_way text)')
    await expect(migrate(pool)).rejects.toThrow('Migration 3 (customers) failed and was undone.')
    expect(await versions()).toEqual([1, 2])
    expect(await exists('test_clocks')).toBe(false)
    expect((await pendingMigrations(pool))[0]).toMatchObject({ version: 3, name: 'customers' })

    await pool.query('DROP TABLE customers')
    expect(await migrate(pool)).toBe((await numbers()).length - 2)
    expect(await exists('test_clocks')).toBe(true)
  })

  it('leaves no lock behind when it fails', async () => {
    await pool.query('CREATE TABLE customers (standing_in_the_way text)')
    await expect(migrate(pool)).rejects.toThrow()
    await pool.query('DROP TABLE customers')
    const another = ownerPool()
    try {
      expect(await migrate(another)).toBeGreaterThan(0)
    } finally {
      await another.end()
    }
  })
})

describe('comparing the files with the applied migrations', () => {
  it('finds the pending migrations, in order', async () => {
    const migrations = await readMigrations()
    expect(compareMigrations(migrations, migrations.slice(0, 2))).toEqual(migrations.slice(2))
    expect(compareMigrations(migrations, [])).toEqual(migrations)
    expect(compareMigrations(migrations, migrations)).toEqual([])
  })
})
