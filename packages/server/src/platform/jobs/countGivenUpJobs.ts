import type pg from 'pg'

/**
 * Counts the jobs that failed so often that they are no longer retried. When a job is added
 * again while it runs, the queue marks the running one as permanently failed, removes its key, and
 * lets the new one replace it. Such a job does not count, whether it then succeeds, fails or dies
 * with its process.
 */
export async function countGivenUpJobs(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    // Only adding a job with the same key ever changes updated_at.
    `SELECT count(*)::int AS count FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND last_error IS NOT NULL AND locked_at IS NULL
       AND (key IS NOT NULL OR updated_at = created_at)`,
  )
  return rows[0]?.count ?? 0
}
