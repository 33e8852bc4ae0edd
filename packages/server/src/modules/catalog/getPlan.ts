import type { Plan } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findPlan } from './read/plans.ts'

/** The plan in its current version. */
export async function getPlan(tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> {
  const plan = await findPlan(tx, scope.environmentId, idOrSlug)
  if (!plan) throw notFound('plan', idOrSlug)
  return plan
}
