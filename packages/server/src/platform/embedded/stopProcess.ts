import { waitUntil } from './waitUntil.ts'

export interface StoppableProcess {
  signal(name: NodeJS.Signals): void
  isGone(): boolean | Promise<boolean>
}

const FAST_SHUTDOWN_MS = 45_000
const IMMEDIATE_SHUTDOWN_MS = 15_000

/** Stops a postmaster. Returns false if it is still running after everything short of kill -9. */
export async function stopProcess(postmaster: StoppableProcess): Promise<boolean> {
  // A suspended server would not receive any other signal.
  postmaster.signal('SIGCONT')
  // Fast shutdown: ends the sessions and writes a checkpoint.
  postmaster.signal('SIGINT')
  if (await waitUntil(() => postmaster.isGone(), FAST_SHUTDOWN_MS, 5)) return true
  // Immediate shutdown: loses nothing committed, because the next start replays the log.
  postmaster.signal('SIGQUIT')
  return waitUntil(() => postmaster.isGone(), IMMEDIATE_SHUTDOWN_MS)
}
