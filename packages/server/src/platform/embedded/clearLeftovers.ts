import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import {
  listProcesses,
  type RunningProcess,
  readProcess,
  stopProcess,
  waitUntil,
} from './processes.ts'

/**
 * Prepares the cluster for a new postmaster. Stops a postmaster that an earlier process left
 * running, and removes a postmaster.pid that would mislead PostgreSQL. Call it only while holding
 * the owner lock. Returns true if it stopped a running server.
 */
export async function clearLeftovers(clusterDir: string, clusterName: string): Promise<boolean> {
  const pidFile = path.join(clusterDir, 'postmaster.pid')
  const pid = await readPid(pidFile)
  if (pid === 'none') return false
  // PostgreSQL never starts while the file is empty.
  if (pid === 'unreadable') return discard(pidFile)
  const holder = await readProcess(pid)
  // PostgreSQL itself notices when no process has this pid, but it mistakes a zombie for a
  // postmaster.
  if (!holder) return isInProcessTable(pid) ? discard(pidFile) : false
  if (belongsTo(holder, clusterName)) {
    await stopOrphan(pid, clusterName)
    return true
  }
  if (isForeignPostmaster(holder, clusterDir)) {
    throw new EmbeddedPostgresError(
      `A PostgreSQL server that Purser did not start (process ${pid}) is running on ${clusterDir}: stop it with "kill -INT ${pid}" and start again.`,
    )
  }
  // The pid now belongs to an unrelated process, which PostgreSQL would mistake for a postmaster.
  return discard(pidFile)
}

/**
 * Removes the file. This is safe even if sessions of the earlier server are still alive: the shared
 * memory segment keeps a second postmaster out, and PostgreSQL finds it by the directory's inode as
 * well.
 */
async function discard(pidFile: string): Promise<false> {
  await rm(pidFile, { force: true })
  return false
}

/**
 * Ends the sessions that outlived a postmaster killed with -9. A busy session does not notice the
 * death, and its hold on the shared memory prevents every new postmaster from starting.
 */
export async function quitOrphanSessions(clusterName: string): Promise<void> {
  const remaining = async () =>
    (await listProcesses()).filter((process) => belongsTo(process, clusterName))
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of await remaining()) sendSignal(pid, name)
    if (await waitUntil(async () => (await remaining()).length === 0, 5000, 20)) return
  }
}

async function stopOrphan(pid: number, clusterName: string): Promise<void> {
  const stopped = await stopProcess({
    signal: (name) => sendSignal(pid, name),
    isGone: async () => {
      const process = await readProcess(pid)
      return !process || !belongsTo(process, clusterName)
    },
  })
  if (stopped) return
  throw new EmbeddedPostgresError(
    `The database server left running by an earlier process (process ${pid}) does not stop: end it with "kill -9 ${pid}" and start again; committed data is safe.`,
  )
}

/**
 * The cluster name is an argument of our postmaster and part of the title of each of its children.
 */
function belongsTo(process: RunningProcess, clusterName: string): boolean {
  return (
    process.commandLine.includes(` cluster_name=${clusterName}`) ||
    process.commandLine.startsWith(`postgres: ${clusterName}:`)
  )
}

function isForeignPostmaster(process: RunningProcess, clusterDir: string): boolean {
  const isServer = /^(\S*\/)?(postgres|postmaster)\s/.test(process.commandLine)
  return isServer && process.commandLine.includes(clusterDir)
}

async function readPid(pidFile: string): Promise<number | 'none' | 'unreadable'> {
  let found: number | 'none' | 'unreadable' = 'unreadable'
  // A postmaster that is just starting creates the file a moment before it fills it.
  await waitUntil(async () => {
    try {
      // Standalone backends write their pid as a negative number.
      const pid = Math.abs(Number.parseInt(await readFile(pidFile, 'utf8'), 10))
      found = pid > 0 ? pid : 'unreadable'
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
      found = 'none'
    }
    return found !== 'unreadable'
  }, 500)
  return found
}

function isInProcessTable(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
