import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ServerUser } from './chooseServerUser.ts'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import type { PostgresBinaries } from './locateBinaries.ts'
import { runProgram } from './processes.ts'

/**
 * Not a temporary folder, because a cleaner there would delete libraries under a running server.
 */
const SHARED_DIRECTORY = '/var/cache/purser'

/**
 * Finds or creates a copy of the binaries that the given user can run. Under root with node_modules
 * in a private folder (a clone in /root), this is a copy owned by root, made once per version. A
 * copy needs no capabilities, so the server stays as unprivileged as its user.
 */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  sharedDirectory: string = SHARED_DIRECTORY,
): Promise<PostgresBinaries> {
  if (!user || (await tryToRun(binaries.home, user)).ok) return binaries
  const home = path.join(sharedDirectory, `postgres-${binaries.version}-${binaries.platform}`)
  try {
    await mkdir(sharedDirectory, { recursive: true, mode: 0o755 })
    await requireRootOwned(sharedDirectory)
    await copyOnce(binaries.home, home)
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, user ${user.uid} cannot reach ${binaries.home}, and it could not be copied to ${home} (${reason}): move Purser out of the private folder, start it as a normal user, or set DATABASE_URL.`,
      { cause },
    )
  }
  const attempt = await tryToRun(home, user)
  if (attempt.ok) return { ...binaries, home }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot run ${home}/bin/postgres (${attempt.output}): start Purser as a normal user, or set DATABASE_URL.`,
  )
}

function tryToRun(home: string, { uid, gid }: ServerUser) {
  return runProgram(path.join(home, 'bin', 'postgres'), ['--version'], {
    uid,
    gid,
    cwd: '/',
    env: { LC_ALL: 'C' },
  })
}

async function copyOnce(source: string, target: string): Promise<void> {
  const existing = await lstat(target).catch(() => undefined)
  if (existing) return requireRootOwned(target)
  const temporary = await mkdtemp(`${target}.`)
  try {
    await cp(source, temporary, { recursive: true, verbatimSymlinks: true })
    await openToAll(temporary)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process finished the same copy first.
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error
  }
}

/** Without this, a private umask during npm install would carry over to the copy. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    else if (entry.isFile()) {
      await chmod(file, ((await lstat(file)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
}

/** Refuses a folder that others may have written to: its programs must not be run. */
async function requireRootOwned(directory: string): Promise<void> {
  const status = await lstat(directory)
  if (status.isDirectory() && status.uid === 0 && (status.mode & 0o022) === 0) return
  throw new EmbeddedPostgresError(
    `${directory} must be a folder that only root can write to: remove it and start again.`,
  )
}
