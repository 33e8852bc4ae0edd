import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export interface Job {
  task: string
  payload: Record<string, unknown>
  /** Waiting jobs with the same key are merged into one. */
  key?: string
  /**
   * The earliest time to run, now by default. It is wall-clock time, because the queue knows no
   * test clocks.
   */
  runAt?: Date
}

/**
 * Adds a job in the transaction of its cause. A job is a hint: its work can always be found again
 * from the rows, so a lost job delays the work but never loses it.
 */
export async function enqueue(tx: Tx, { task, payload, key, runAt }: Job): Promise<void> {
  await sql`
    SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null})`.execute(
    tx,
  )
}
