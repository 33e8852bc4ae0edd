import type pg from 'pg'
import {
  giveBack,
  type PipelinedWork,
  type PipelineMode,
  runPipelined,
  takeLine,
} from './pipeline.ts'

/** Runs pipelined work on a separate connection. */
export async function withPipeline<T>(
  hotPool: pg.Pool,
  mode: PipelineMode,
  work: PipelinedWork<T>,
): Promise<T> {
  const line = await takeLine(hotPool)
  try {
    return await runPipelined(line, mode, work)
  } finally {
    giveBack(line)
  }
}
