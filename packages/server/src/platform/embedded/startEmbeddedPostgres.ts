import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { acquireOwnerLock, type OwnerLock } from './acquireOwnerLock.ts'
import { chooseServerUser } from './chooseServerUser.ts'
import { quitOrphanSessions } from './clearLeftovers.ts'
import { SUPERUSER } from './cluster/clusterCredentials.ts'
import { initializeCluster } from './cluster/initializeCluster.ts'
import { inspectCluster } from './cluster/inspectCluster.ts'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { hydrateBinaries } from './hydrateBinaries.ts'
import { locateBinaries } from './locateBinaries.ts'
import { reachableBinaries } from './reachableBinaries.ts'
import { ServerLog } from './ServerLog.ts'
import { startPostmaster } from './startPostmaster.ts'

export interface EmbeddedPostgres {
  /**
   * Builds a libpq URL for a database of this server. Only `postgres` exists until the caller
   * creates more.
   */
  connectionString(database: string): string
  /** True if a server left running by an earlier process was stopped before this one started. */
  readonly replacedOrphan: boolean
  /** Shuts down fast and cleanly. Idempotent. Resolves when no process of the server is left. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Receives the lines of the server's log and the notes of this wrapper. */
  onLog?: (line: string) => void
  /**
   * Also accepts connections through a socket file in `<dataDir>/postgres`. They need less CPU time
   * than those through 127.0.0.1. Only the tests use it.
   */
  hasSocket?: boolean
}

export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataDir(options.dataDir)
  const lock = await acquireOwnerLock(dataDir)
  try {
    return await startUnderLock(dataDir, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startUnderLock(
  dataDir: string,
  lock: OwnerLock,
  { onLog = () => undefined, hasSocket }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const packaged = await locateBinaries()
  await hydrateBinaries(packaged.home)
  const cluster = await inspectCluster(dataDir, packaged.major, onLog)
  const user = await chooseServerUser(cluster?.owner)
  const binaries = await reachableBinaries(packaged, user)
  const password = cluster?.password ?? (await initializeCluster(dataDir, binaries, user))

  const clusterDir = path.join(dataDir, 'postgres')
  const clusterName = await nameOf(clusterDir)
  const log = new ServerLog(path.join(dataDir, 'postgres.log'), onLog)
  try {
    const { postmaster, port, replacedOrphan } = await startPostmaster({
      binaries,
      clusterDir,
      clusterName,
      user,
      log,
      hasSocket,
    })
    const connectionString = (database: string) =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
    await logIn(connectionString('postgres'), clusterDir).catch(async (error: unknown) => {
      await postmaster.stop()
      throw error
    })
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await postmaster.stop()
      // Sessions may outlive a postmaster that did not shut down cleanly.
      if (!postmaster.endedCleanly()) await quitOrphanSessions(clusterName)
      log.close()
      await lock.release()
    }
    postmaster.onEnd((reason) => {
      if (!stopping) onLog(`The embedded PostgreSQL ended unexpectedly (${reason})`)
    })
    return {
      connectionString,
      replacedOrphan,
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    log.close()
    throw error
  }
}

/** Returns the real path, so that a symbolic link cannot give a data directory a second lock. */
async function makeDataDir(dataDir: string): Promise<string> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Under root, another user runs the server and must be able to pass through.
    if (created && process.geteuid?.() === 0) await chmod(dataDir, 0o711)
    return await realpath(dataDir)
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) throw cause
    throw new EmbeddedPostgresError(
      `Cannot create the data directory ${path.resolve(dataDir)}: give this user write access there, or set PURSER_DATA_DIR to another directory.`,
      { cause },
    )
  }
}

/**
 * Derives the name from the inode. The name stays the same when the directory is moved, and a copy
 * gets another name.
 */
async function nameOf(clusterDir: string): Promise<string> {
  const { dev, ino } = await stat(clusterDir, { bigint: true })
  return `purser-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
}

/** Verifies that the server is ours and that the password is right before the start succeeds. */
async function logIn(connectionString: string, clusterDir: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 30_000 })
  // Errors after the query would otherwise become uncaught exceptions.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} runs but refuses Purser's login (${reason}): if its password or pg_hba.conf was changed, change it back; the password is in purser.json there.`,
      { cause },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
