import type pg from 'pg'
import {
  type PipelinedWork,
  type PipelineMode,
  releaseConnection,
  runPipelined,
  takeConnection,
} from './pipeline.ts'

/** Runs pipelined work on a separate connection. */
export async function withPipeline<T>(
  hotPool: pg.Pool,
  mode: PipelineMode,
  work: PipelinedWork<T>,
): Promise<T> {
  const pooled = await takeConnection(hotPool)
  try {
    return await runPipelined(pooled, mode, work)
  } finally {
    releaseConnection(pooled)
  }
}
