import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './errors.ts'
import { readProcess, waitUntil } from './processes.ts'

export interface OwnerLock {
  release(): Promise<void>
}

const SQLITE_BUSY = 5

/**
 * Locks the data directory for this process. Throws immediately if another process holds it.
 * Node.js cannot lock a file itself, but its built-in SQLite can: an open write transaction is an
 * fcntl lock, which the kernel gives to exactly one of two racing processes and releases when its
 * holder dies in any way. There is no stale lock to detect, and no pid to misjudge.
 */
export async function acquireOwnerLock(dataDir: string): Promise<OwnerLock> {
  const ownerFile = path.join(dataDir, 'postgres.owner')
  const database = lock(path.join(dataDir, 'postgres.lock'))
  if (!database) throw await inUse(dataDir, ownerFile)
  // The file only names the holder in the error message of a refused process; it decides nothing.
  await writeFile(ownerFile, `${process.pid}\n`)
  return {
    async release() {
      if (!database.isOpen) return
      await rm(ownerFile, { force: true })
      database.close()
    },
  }
}

function lock(lockFile: string): DatabaseSync | undefined {
  const sqlite = process.getBuiltinModule('node:sqlite')
  let database: DatabaseSync | undefined
  try {
    database = new sqlite.DatabaseSync(lockFile, { timeout: 0 })
    // IMMEDIATE, not EXCLUSIVE: with its single lock, one of two racers wins without waiting.
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) {
      return undefined
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresError(
      `Cannot lock ${lockFile} (${reason}): give this user write access to the folder, and keep it on a local disk that supports file locks.`,
      { cause },
    )
  }
}

async function inUse(dataDir: string, ownerFile: string): Promise<EmbeddedPostgresError> {
  let pid: number | undefined
  // The process that has just won the race may not have written its pid yet.
  await waitUntil(async () => {
    const text = await readFile(ownerFile, 'utf8').catch(() => '')
    const named = /^(\d+)\n/.exec(text)?.[1]
    if (named && (await readProcess(Number(named)))) pid = Number(named)
    return pid !== undefined
  }, 1000)
  const holder = pid === undefined ? 'another process' : `process ${pid}`
  const stop = pid === undefined ? 'stop it' : `stop it (Ctrl-C in its terminal, or kill ${pid})`
  return new EmbeddedPostgresError(
    `The data directory ${dataDir} is in use by ${holder}: ${stop}, or set PURSER_DATA_DIR to another directory.`,
  )
}
