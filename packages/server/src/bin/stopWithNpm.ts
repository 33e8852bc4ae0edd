import { readFile } from 'node:fs/promises'

const EVERY_MS = 1_000

interface Ancestor {
  pid: number
  startedAt: string
}

/**
 * Started by `npm start`, the server is npm's: when npm or the shell in between is killed without
 * a chance to pass a signal on, the server stops as if it had got one. Elsewhere it does nothing.
 */
export async function stopWithNpm(): Promise<void> {
  if (process.platform !== 'linux' || process.env.npm_lifecycle_event !== 'start') return
  const ancestors = await npmAncestors()
  if (ancestors.length === 0) return
  const timer = setInterval(async () => {
    for (const { pid, startedAt } of ancestors) {
      if ((await readStat(pid))?.startedAt !== startedAt) {
        clearInterval(timer)
        process.kill(process.pid, 'SIGTERM')
        return
      }
    }
  }, EVERY_MS)
  timer.unref()
}

/** From our parent up to npm; empty when npm is not among them. */
async function npmAncestors(): Promise<Ancestor[]> {
  const ancestors: Ancestor[] = []
  for (let pid = process.ppid; pid > 1; ) {
    const stat = await readStat(pid)
    if (!stat) return []
    ancestors.push({ pid, startedAt: stat.startedAt })
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (/(^|[/\0 ])npm(-cli\.js)?([\0 ]|$)/.test(command)) return ancestors
    pid = stat.parent
  }
  return []
}

async function readStat(pid: number): Promise<{ parent: number; startedAt: string } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The command's name, in parentheses, may itself hold spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, startedAt] = [fields?.[0], fields?.[1], fields?.[19]]
  return state && state !== 'Z' && parent && startedAt
    ? { parent: Number(parent), startedAt }
    : null
}
