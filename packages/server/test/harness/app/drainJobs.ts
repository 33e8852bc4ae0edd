import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { TestApp } from './testApp.ts'

const silent = new Logger(() => () => {})

/**
 * Runs all queued jobs, and the jobs that they add, until the queue is empty. A failing job fails
 * the test. No job is delayed, because the test's clock is behind the queue's clock.
 */
export async function drainJobs({ app, owner }: TestApp): Promise<void> {
  const failures: unknown[] = []
  const taskList: TaskList = Object.fromEntries(
    Object.entries(app.jobs.handlers).map(([task, handle]) => [
      task,
      (payload: unknown) =>
        handle(payload).catch((error: unknown) => {
          failures.push(error)
        }),
    ]),
  )
  await runOnce({ pgPool: owner, taskList, logger: silent })
  if (failures.length > 0) throw new AggregateError(failures, 'jobs failed')
}
