import type { onboardingEndpoints, ResponseOf } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findLastCompleted, lockRun, patchRun } from '../run/runs.sql.ts'
import { adoptEntries } from './adopt.core.ts'
import { applyPageChanges, comparePages } from './findPageChanges.ts'

type Endpoint = typeof onboardingEndpoints.applyOnboarding

/** Applies the changes of a page to the catalog, after the merchant has seen them. */
export async function applyOnboarding(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<ResponseOf<Endpoint>> {
  const run = await lockRun(tx, { environmentId: scope.environmentId, id })
  if (!run) throw notFound('onboarding run', id)
  if (run.status !== 'completed' || !run.draft) {
    throw new PurserError(
      'invalid_state',
      `This run has the status "${run.status}". Only a completed run can be applied.`,
    )
  }
  const { draft } = run
  const last = await findLastCompleted(tx, scope.environmentId, draft.productSlug)
  if (last?.id !== id) {
    throw new PurserError(
      'invalid_state',
      `The page was read again after this run. Apply the last run instead: ${last?.id}.`,
    )
  }
  const found = await comparePages(tx, scope.environmentId, run.adopted, draft.entries)
  const changes = await applyPageChanges(tx, scope, found, false)
  const adopted = adoptEntries(run.adopted, found.changed, found.gone)
  await patchRun(tx, run, { adopted, changes: [] }, scope.now)
  return { applied: changes.length > 0, changes }
}
