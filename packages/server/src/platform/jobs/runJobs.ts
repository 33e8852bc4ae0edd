import { run, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'

/** At least once: a job may run again after a crash, so a handler must find its work already done. */
type JobHandler = (payload: unknown) => Promise<void>

/** Work that is looked for all the time, where a job by the minute would come too late. */
export interface Loop {
  /** Looks and works until the signal; resolves when all that it began is done. Never rejects. */
  run(signal: AbortSignal): Promise<void>
  /** Does what is due now and waits for it: a loop as tests and simulations turn it, by hand. */
  settle(): Promise<void>
}

export interface Jobs {
  readonly handlers: Readonly<Record<string, JobHandler>>
  /** Lines of crontab: when which task is due. */
  readonly schedule: readonly string[]
  readonly loops?: readonly Loop[]
}

/** The jobs of several parts of the house as one. */
export const combineJobs = (...parts: readonly Jobs[]): Jobs => ({
  handlers: Object.assign({}, ...parts.map(({ handlers }) => handlers)),
  schedule: parts.flatMap(({ schedule }) => schedule),
  loops: parts.flatMap(({ loops = [] }) => loops),
})

interface JobRunner {
  /** Finishes the jobs under way and takes no more. */
  stop(): Promise<void>
}

const CONCURRENCY = 4

/** Works the queue and runs the loops until stopped. Any number of processes may do so side by side. */
export async function runJobs(
  ownerPool: pg.Pool,
  { handlers, schedule, loops = [] }: Jobs,
  logger: Logger,
): Promise<JobRunner> {
  const runner = await run({
    pgPool: ownerPool,
    concurrency: CONCURRENCY,
    // In batches, however short, because only these are waited for when stopping: a finished job
    // that was not marked so would stay locked for hours and then run again.
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
 * What the schedule asks for while it is still under way in this process is left to who is at it:
 * sweeps that take longer than a minute would otherwise pile up and keep all other jobs waiting.
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

/** The queue marks what it adds by the schedule. */
const isScheduled = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && '_cron' in payload
