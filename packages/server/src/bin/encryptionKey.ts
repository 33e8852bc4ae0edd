import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seal, unseal } from '../kernel/seal.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'

/** The key that secrets in the database are sealed with: from the environment, else from the data directory. */
export async function loadEncryptionKey(config: Config): Promise<Buffer> {
  if (config.encryptionKey) return config.encryptionKey
  const file = join(config.dataDir, 'encryption.key')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails where the file is: the first process to start makes it and the others read it.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new ConfigError([`${file} does not hold a key of 32 bytes.`])
  return key
}

const PROOF = Buffer.from('purser')

/** Refuses to start on a database that was sealed with another key: its secrets would be lost on us. */
export async function checkEncryptionKey(db: Database, key: Buffer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key_check: seal(PROOF, key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key_check } = await db
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  try {
    unseal(key_check, key)
  } catch {
    throw new ConfigError([
      'The encryption key is not the one that this database was sealed with: set PURSER_ENCRYPTION_KEY to that one, or restore encryption.key in the data directory.',
    ])
  }
}
