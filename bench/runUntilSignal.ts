import { existsSync } from 'node:fs'
import type { Stage } from './openStage.ts'

/** Runs a benchmark and closes the stages that it has opened, however it ends. */
export async function runUntilSignal(run: (stages: Stage[]) => Promise<void>): Promise<void> {
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)))
    }
  })
  const stages: Stage[] = []
  try {
    if (!existsSync('/proc/self/stat'))
      throw new Error('The benchmark reads /proc, so it needs Linux.')
    await Promise.race([run(stages), stopped])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    for (const stage of stages) await stage.close()
  }
}
