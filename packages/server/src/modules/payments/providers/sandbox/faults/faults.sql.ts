import { sql } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import type { FaultEffect, SandboxOperation } from './faults.core.ts'

export interface Fault {
  effect: FaultEffect
  delayMs: number
}

export interface StoredFault {
  operation: SandboxOperation
  effect: FaultEffect
  delayMs: number | null
  /** The remaining number of strikes; null means unlimited. */
  times: number | null
  customerReference: string | null
}

/** Returns the first fault that applies and uses up one of its strikes. */
export async function takeFault(
  db: Database | Tx,
  environmentId: string,
  operation: SandboxOperation,
  ownerId: string | null,
): Promise<Fault | null> {
  // A caller that waits for a locked fault finds it used up and takes the next one.
  const { rows } = await sql<{ effect: FaultEffect; delay_ms: number | null }>`
    UPDATE sandbox_faults SET times = times - 1
    WHERE environment_id = ${environmentId} AND position = (
      SELECT f.position FROM sandbox_faults f
      WHERE f.environment_id = ${environmentId} AND f.operation = ${operation}
        AND (f.times IS NULL OR f.times > 0)
        AND (f.customer_reference IS NULL OR f.customer_reference = (
          SELECT c.customer_reference FROM sandbox_customers c
          WHERE c.environment_id = ${environmentId} AND c.id = ${ownerId}))
      ORDER BY f.position LIMIT 1 FOR UPDATE)
    RETURNING effect, delay_ms`.execute(db)
  return rows[0] ? { effect: rows[0].effect, delayMs: rows[0].delay_ms ?? 0 } : null
}

/** Replaces all faults of an environment. */
export async function replaceFaults(
  tx: Tx,
  environmentId: string,
  faults: readonly StoredFault[],
): Promise<void> {
  await tx.deleteFrom('sandbox_faults').where('environment_id', '=', environmentId).execute()
  if (faults.length === 0) return
  await tx
    .insertInto('sandbox_faults')
    .values(
      faults.map(({ operation, effect, delayMs, times, customerReference }, position) => ({
        environment_id: environmentId,
        position,
        operation,
        effect,
        delay_ms: delayMs,
        times,
        customer_reference: customerReference,
      })),
    )
    .execute()
}
