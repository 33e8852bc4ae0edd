import type { BodyOf, catalogEndpoints, Plan } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { bumpCatalogVersion } from '../kinds/catalogVersion.sql.ts'
import { Problems } from '../kinds/problems.core.ts'
import { checkPlan } from './checkPlan.ts'
import { getPlan, insertPlan } from './plans.sql.ts'

/** Creates a plan as a draft or directly on sale. */
export async function createPlan(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createPlan>,
): Promise<Plan> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const problems = new Problems()
  const slug = problems.slugOf(body)
  const checked = await checkPlan(tx, scope, { ...body, tierId: body.tierId ?? null })
  problems.addAll(checked.problems)
  problems.refuseIfAny()
  const { terms, references } = checked
  const id = await insertPlan(
    tx,
    scope,
    {
      slug,
      productId: references.product?.id ?? '',
      tierId: references.tier?.id ?? null,
      name: body.name,
      description: body.description ?? null,
      kind: body.kind,
      currency: body.currency,
      interval: body.interval,
      intervalCount: body.intervalCount,
      trial: body.trial ?? null,
      isPublic: body.isPublic ?? true,
      status: body.status,
      metadata: body.metadata ?? {},
    },
    terms,
  )
  return getPlan(tx, scope, id)
}
