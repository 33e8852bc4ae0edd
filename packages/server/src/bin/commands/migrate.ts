import { readConfig } from '../../platform/config.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createPool } from '../../platform/db/pool.ts'
import { joinDatabase } from '../runtime/openDatabase.ts'

/** Applies pending migrations and prints how many there were. */
export async function migrateCommand(): Promise<number> {
  const database = await joinDatabase(readConfig(process.env))
  const pool = createPool({ connectionString: database.url, max: 4, as: 'owner' })
  try {
    const applied = await migrate(pool)
    console.log(applied === 0 ? 'The database is up to date.' : `Applied ${applied} migrations.`)
  } finally {
    await pool.end()
    await database.close()
  }
  return 0
}
