import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { TestApp } from './testApp.ts'

const silent = new Logger(() => () => {})

/**
 * Runs everything that waits in the queue, and what that leads to, until nothing waits. A job that
 * fails fails the test. The test's clock stands before the queue's, so every delay is over.
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
