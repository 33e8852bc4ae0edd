import type pg from 'pg'

/**
 * How many jobs have failed so often that nobody tries them again. One that is asked for anew while
 * it is under way is marked by the queue as if it had failed for good, loses its key, and another
 * takes its place: that is no failure, whether it then ends well, fails or dies with its process.
 */
export async function countGivenUpJobs(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    // Nothing but adding a job of the same key ever touches updated_at.
    `SELECT count(*)::int AS count FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND last_error IS NOT NULL AND locked_at IS NULL
       AND (key IS NOT NULL OR updated_at = created_at)`,
  )
  return rows[0]?.count ?? 0
}
