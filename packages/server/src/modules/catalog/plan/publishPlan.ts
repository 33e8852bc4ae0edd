import type { Plan } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { requireActiveDependencies } from '../kinds/catalogObject.core.ts'
import { bumpCatalogVersion } from '../kinds/catalogVersion.sql.ts'
import {
  findCreditCurrencies,
  findFeaturesBySlug,
  findMetrics,
  findProduct,
  findTier,
} from '../kinds/kinds.sql.ts'
import { getPlan, updatePlanRow } from './plans.sql.ts'
import { nextPlanStatus, type PlanAction } from './planTerms.core.ts'

/** Puts a draft or archived plan on sale. Throws if the plan refers to an archived object. */
export const publishPlan = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> =>
  changePlanStatus(tx, scope, idOrSlug, 'publish', (plan) =>
    requireActiveReferences(tx, scope, plan),
  )

async function requireActiveReferences(
  tx: Tx,
  { environmentId }: Scope,
  { slug, productId, tierId, charges, entitlements, grantRules }: Plan,
): Promise<void> {
  const slugs = [...charges, ...entitlements].flatMap(({ featureSlug }) => featureSlug ?? [])
  const features = await findFeaturesBySlug(tx, environmentId, slugs)
  const metricIds = charges.flatMap(({ metricId }) => metricId ?? [])
  const metrics = await findMetrics(tx, environmentId, metricIds)
  const currencyIds = grantRules.map(({ creditCurrencyId }) => creditCurrencyId)
  const currencies = await findCreditCurrencies(tx, environmentId, currencyIds)
  requireActiveDependencies(`The plan "${slug}"`, [
    { noun: 'product', item: await findProduct(tx, environmentId, productId) },
    { noun: 'tier', item: tierId && (await findTier(tx, environmentId, tierId)) },
    ...[...features.values()].map((item) => ({ noun: 'feature', item })),
    ...[...metrics.values()].map((item) => ({ noun: 'metric', item })),
    ...[...currencies.values()].map((item) => ({ noun: 'credit currency', item })),
  ])
}

/** Takes a plan off sale. Existing subscriptions continue. */
export const archivePlan = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> =>
  changePlanStatus(tx, scope, idOrSlug, 'archive')

/** Changes the status of a plan. A plan that already has the new status is not changed. */
async function changePlanStatus(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  action: PlanAction,
  check: (plan: Plan) => Promise<void> = async () => {},
): Promise<Plan> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const plan = await getPlan(tx, scope, idOrSlug)
  const status = nextPlanStatus(plan.status, action)
  if (status === null) {
    throw new PurserError('invalid_state', `Cannot ${action} a plan that is ${plan.status}.`)
  }
  if (status === plan.status) return plan
  await check(plan)
  await updatePlanRow(tx, scope, plan.id, { status })
  return getPlan(tx, scope, plan.id)
}
