import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ServerUser } from '../chooseServerUser.ts'
import { EmbeddedPostgresError, hasCode } from '../errors.ts'
import { exists } from '../exists.ts'
import { readPassword } from './clusterCredentials.ts'

/** Prefix of the folders in which clusters are created before the final rename. */
export const STAGING_PREFIX = 'postgres.init-'

export interface FinishedCluster {
  password: string
  owner: ServerUser
}

/**
 * Inspects `<dataDir>/postgres` before anything is started on it. Returns the cluster if it is
 * complete, or undefined if one must be created. Removes the remains of an interrupted initdb.
 * Anything that could be a complete cluster is refused or set aside, never deleted.
 */
export async function inspectCluster(
  dataDir: string,
  major: number,
  onLog: (line: string) => void,
): Promise<FinishedCluster | undefined> {
  await removeStaging(dataDir)
  const clusterDir = path.join(dataDir, 'postgres')
  const status = await stat(clusterDir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (!status) return undefined
  requireRightOwner(clusterDir, status)

  const version = await readVersion(clusterDir)
  if (version !== undefined && version !== String(major)) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was created by PostgreSQL ${version}, but this Purser includes PostgreSQL ${major}, which cannot read it: go back to the earlier Purser, move the data over with pg_dump, or set PURSER_DATA_DIR to a new directory.`,
    )
  }
  const password = await readPassword(clusterDir)
  if (password === undefined) {
    await setAside(clusterDir, onLog)
    return undefined
  }
  if (version === undefined || !(await exists(path.join(clusterDir, 'global', 'pg_control')))) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} is damaged (${version === undefined ? 'PG_VERSION' : 'global/pg_control'} is missing): restore it from a backup, or set PURSER_DATA_DIR to a new directory.`,
    )
  }
  return { password, owner: { uid: status.uid, gid: status.gid } }
}

function requireRightOwner(clusterDir: string, { uid }: { uid: number }): void {
  const self = process.geteuid?.()
  if (self === undefined || self === 0 || self === uid) return
  throw new EmbeddedPostgresError(
    `The database in ${clusterDir} belongs to user ${uid}, but this process runs as user ${self}: start Purser as the user who started it before (root if root started it), or set PURSER_DATA_DIR to another directory.`,
  )
}

/** Removes staging folders. Their clusters never got their final name, so they were never used. */
async function removeStaging(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(STAGING_PREFIX)) continue
    // An orphaned initdb may still be writing there; the next start removes the rest.
    await rm(path.join(dataDir, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function setAside(clusterDir: string, onLog: (line: string) => void): Promise<void> {
  if ((await readdir(clusterDir)).length === 0) return rmdir(clusterDir)
  for (let number = 1; ; number += 1) {
    const target = `${clusterDir}.incomplete-${number}`
    if (await exists(target)) continue
    await rename(clusterDir, target)
    onLog(`${clusterDir} is not a complete database: moved to ${target}, creating a new one`)
    return
  }
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')).trim() || undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
