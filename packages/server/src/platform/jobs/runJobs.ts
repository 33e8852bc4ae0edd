import { run, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'

/**
 * Runs at least once per job. A job may run again after a crash, so a handler must cope with work
 * that is already done.
 */
type JobHandler = (payload: unknown) => Promise<void>

/** Work that is polled continually, where a job per minute would be too slow. */
export interface PollingLoop {
  /**
   * Looks for work and does it until the signal aborts. Resolves when all started work is done.
   * Never rejects.
   */
  run(signal: AbortSignal): Promise<void>
  /**
   * Does all work that is due now and waits for it. Tests and simulations call this instead of
   * `run`.
   */
  settle(): Promise<void>
}

export interface Jobs {
  readonly handlers: Readonly<Record<string, JobHandler>>
  /** Crontab lines that schedule the tasks. */
  readonly schedule: readonly string[]
  readonly loops?: readonly PollingLoop[]
}

/** Combines the jobs of several modules. */
export const combineJobs = (...parts: readonly Jobs[]): Jobs => ({
  handlers: Object.assign({}, ...parts.map(({ handlers }) => handlers)),
  schedule: parts.flatMap(({ schedule }) => schedule),
  loops: parts.flatMap(({ loops = [] }) => loops),
})

interface JobRunner {
  /** Finishes the running jobs and takes no more. */
  stop(): Promise<void>
}

const CONCURRENCY = 4

/**
 * Works through the queue and runs the loops until stopped. Several processes may do so
 * concurrently.
 */
export async function runJobs(
  ownerPool: pg.Pool,
  { handlers, schedule, loops = [] }: Jobs,
  logger: Logger,
): Promise<JobRunner> {
  const runner = await run({
    pgPool: ownerPool,
    concurrency: CONCURRENCY,
    // Batching, even without delay, because stopping waits only for batched completions. A finished
    // job that is not marked as complete would stay locked for hours and then run again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The process that started us decides when we stop.
    noHandleSignals: true,
    taskList: withoutOverlap(handlers),
    crontab: schedule.join('\n'),
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error') logger.error(message)
      else if (level === 'warning') logger.warn(message)
      else logger.debug(message)
    }),
  })
  const stopping = new AbortController()
  const running = loops.map((loop) => loop.run(stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([runner.stop(), ...running])
    },
  }
}

/**
 * Skips a scheduled job while the same task still runs in this process. Sweeps that take longer
 * than a minute would otherwise pile up and block all other jobs.
 */
function withoutOverlap(handlers: Jobs['handlers']): Record<string, JobHandler> {
  const underWay = new Set<string>()
  const guard = (task: string, handle: JobHandler): JobHandler => {
    return async (payload) => {
      if (!isScheduled(payload)) return handle(payload)
      if (underWay.has(task)) return
      underWay.add(task)
      await handle(payload).finally(() => underWay.delete(task))
    }
  }
  return Object.fromEntries(
    Object.entries(handlers).map(([task, handle]) => [task, guard(task, handle)]),
  )
}

/** The queue marks the jobs that its schedule adds. */
const isScheduled = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && '_cron' in payload
