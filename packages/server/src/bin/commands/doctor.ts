import type pg from 'pg'
import { readConfig } from '../../platform/config.ts'
import { checkInvariants } from '../../platform/db/invariants/checkInvariants.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { createPool } from '../../platform/db/pool.ts'
import { countGivenUpJobs } from '../../platform/jobs/countGivenUpJobs.ts'
import { createLogger } from '../../platform/logger.ts'
import { joinDatabase } from '../runtime/openDatabase.ts'
import { createRuntime } from '../runtime/runtime.ts'
import { findChangeable } from './findChangeable.ts'

const MIN_POSTGRES = 150_000

/**
 * Checks this installation and its data, and prints one line per check. Exits with 1 if a check
 * fails.
 */
export async function doctor(): Promise<number> {
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  const owner = createPool({ connectionString: database.url, max: 2, as: 'owner' })
  let failures = 0
  const check = async (name: string, work: () => Promise<string | null>) => {
    const problem = await work().catch((error: Error) => error.message)
    if (problem !== null) failures += 1
    console.log(problem === null ? `ok    ${name}` : `FAIL  ${name}: ${problem}`)
  }
  try {
    await check('PostgreSQL is 15 or newer', async () => {
      const version = await setting(owner, 'server_version_num')
      return Number(version) >= MIN_POSTGRES ? null : `it is ${version}`
    })
    await check(
      'committed data is on disk (fsync, full_page_writes, synchronous_commit)',
      async () => {
        const off: string[] = []
        for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
          if (/^off$/.test(await setting(owner, name))) off.push(name)
        }
        return off.length === 0
          ? null
          : `${off.join(' and ')} off: a power cut may lose or damage data`
      },
    )
    await check('the database is up to date', async () => {
      const pending = await pendingMigrations(owner)
      return pending.length === 0
        ? null
        : `${pending.length} migrations are missing: run purser migrate`
    })
    if (failures === 0) await checkData(check, config, database.url, owner)
  } finally {
    await owner.end()
    await database.close()
  }
  return failures === 0 ? 0 : 1
}

async function checkData(
  check: (name: string, work: () => Promise<string | null>) => Promise<void>,
  config: ReturnType<typeof readConfig>,
  url: string,
  owner: pg.Pool,
): Promise<void> {
  await check('the application cannot change append-only data', async () => {
    const changeable = await findChangeable(owner)
    return changeable.length > 0 ? `purser_app may change ${changeable.join(', ')}` : null
  })
  await check('no job has failed permanently', async () => {
    const count = await countGivenUpJobs(owner)
    return count > 0 ? `${count} jobs failed too often; see graphile_worker.jobs` : null
  })
  let runtime: Awaited<ReturnType<typeof createRuntime>> | undefined
  await check('the encryption key matches the stored secrets', async () => {
    runtime = await createRuntime({
      config,
      database: { url, close: async () => {} },
      logger: createLogger('silent', () => {}),
      migrations: 'require',
    })
    return null
  })
  if (!runtime) return
  const { invariants } = runtime.app
  const breaches = await checkInvariants(owner, invariants).finally(() => runtime?.close())
  for (const { name } of invariants) {
    const breach = breaches.find((candidate) => candidate.name === name)
    await check(name, async () => (breach ? breach.examples.join(', ') : null))
  }
}

async function setting(pool: pg.Pool, name: string): Promise<string> {
  const { rows } = await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [
    name,
  ])
  return rows[0]?.value ?? ''
}
