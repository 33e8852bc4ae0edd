import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface RunningProcess {
  pid: number
  /** The arguments joined by spaces. A PostgreSQL child replaces them with a title. */
  commandLine: string
}

/**
 * Reads a process. Returns undefined if there is none. A zombie counts as none: if process 1 does
 * not reap (a container whose process 1 is npm), an orphan stays a zombie forever.
 */
export async function readProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform !== 'linux') return (await listWithPs(['-p', String(pid)]))[0]
  try {
    // Only the world-readable files of /proc: root in a container may not read the others.
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const state = status.slice(status.lastIndexOf(')') + 2).charAt(0)
    if (state === 'Z' || state === 'X') return undefined
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return { pid, commandLine: raw.replaceAll('\0', ' ').trim() }
  } catch {
    return undefined
  }
}

export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return listWithPs(['-ax'])
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((process) => process !== undefined)
}

async function listWithPs(selection: string[]): Promise<RunningProcess[]> {
  const run = promisify(execFile)
  // ps fails when it finds nothing, which is not an error here.
  const { stdout } = await run('ps', [...selection, '-o', 'pid=,stat=,command=']).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line)
    if (!match?.[1] || match[2]?.startsWith('Z')) return []
    return [{ pid: Number(match[1]), commandLine: (match[3] ?? '').trim() }]
  })
}
