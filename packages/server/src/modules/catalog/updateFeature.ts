import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { Feature } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { requireActive } from './core/requireActive.ts'
import { featureKind, findCreditCurrency, findMetric } from './read/metering.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateFeature(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateFeature>,
): Promise<Feature> {
  const before = await claimObject(tx, scope, featureKind, idOrSlug)
  const problems = new Problems()
  if (body.creditCost !== undefined && before.type !== 'credit') {
    problems.add('creditCost', `does not apply to a feature of type "${before.type}"`)
  }
  problems.refuseIfAny()
  if (body.status === 'active' && before.status === 'archived') {
    await requireActiveReferences(tx, scope, before)
  }
  return updateObject(tx, scope, featureKind, before.id, {
    name: body.name,
    credit_cost: body.creditCost && json(body.creditCost),
    display_order: body.displayOrder,
    status: body.status,
  })
}

async function requireActiveReferences(
  tx: Tx,
  { environmentId }: Scope,
  { slug, metricId, creditCurrencyId }: Feature,
): Promise<void> {
  requireActive(`The feature "${slug}"`, [
    { noun: 'metric', item: metricId && (await findMetric(tx, environmentId, metricId)) },
    {
      noun: 'credit currency',
      item: creditCurrencyId && (await findCreditCurrency(tx, environmentId, creditCurrencyId)),
    },
  ])
}
