import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export interface Job {
  task: string
  payload: Record<string, unknown>
  /** Jobs with the same key that wait are one job. */
  key?: string
  /** Not before; at once by default. By the wall clock, since the queue knows no other. */
  runAt?: Date
}

/**
 * Adds a job in the transaction of its cause. A job is a hint: what it would do can always be
 * found again from the rows, so a lost one is late, never wrong.
 */
export async function enqueue(tx: Tx, { task, payload, key, runAt }: Job): Promise<void> {
  await sql`
    SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null})`.execute(
    tx,
  )
}
