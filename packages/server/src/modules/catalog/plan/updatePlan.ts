import type { BodyOf, catalogEndpoints, Plan } from '@purser/contract'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { planVersionHasSubscribers } from '../../subscriptions/read.ts'
import { bumpCatalogVersion } from '../kinds/catalogVersion.sql.ts'
import { checkPlan } from './checkPlan.ts'
import { getPlan, updatePlanRow } from './plans.sql.ts'
import { changedParts, type PlanTerms, termsOfPlan } from './planTerms.core.ts'
import { addPlanVersion, lockCurrentVersion, rewriteTerms } from './planVersions.sql.ts'

/**
 * Updates a plan. If the current version has subscribers and the terms change, a new version
 * replaces it, and the subscribers stay on the old version.
 */
export async function updatePlan(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updatePlan>,
): Promise<Plan> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const plan = await getPlan(tx, scope, idOrSlug)
  const { productId, tierId, currency, interval, intervalCount } = plan
  const before = termsOfPlan(plan)
  const checked = await checkPlan(
    tx,
    scope,
    {
      productId,
      tierId: body.tierId === undefined ? tierId : body.tierId,
      currency,
      interval,
      intervalCount,
      charges: body.charges,
      entitlements: body.entitlements,
      grantRules: body.grantRules,
    },
    { productId, tierId, terms: before },
  )
  if (checked.problems.length > 0) throw invalidRequest(checked.problems)
  await changeTerms(tx, scope, plan.id, before, checked.terms)
  await updatePlanRow(tx, scope, plan.id, {
    name: body.name,
    description: body.description,
    tierId: checked.references.tier?.id ?? null,
    isPublic: body.isPublic,
    trial: body.trial,
    metadata: body.metadata,
  })
  return getPlan(tx, scope, plan.id)
}

async function changeTerms(
  tx: Tx,
  scope: Scope,
  planId: string,
  before: PlanTerms,
  after: PlanTerms,
): Promise<void> {
  const changed = changedParts(before, after)
  if (changed.length === 0) return
  const { environmentId } = scope
  const version = await lockCurrentVersion(tx, environmentId, planId)
  if (await planVersionHasSubscribers(tx, environmentId, planId, version)) {
    await addPlanVersion(tx, scope, { planId, version }, after)
  } else {
    await rewriteTerms(tx, environmentId, { planId, version }, after, changed)
  }
}
