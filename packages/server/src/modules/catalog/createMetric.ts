import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { Metric } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { metricKind } from './read/metering.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

export async function createMetric(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createMetric>,
): Promise<Metric> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const { aggregation, property } = body
  const problems = new Problems()
  const slug = problems.slugOf(body)
  if (aggregation === 'unique' && property === undefined) {
    problems.add('property', 'is needed: the property whose different values "unique" counts')
  }
  if (aggregation === 'count' && property !== undefined) {
    problems.add('property', 'does not go with aggregation "count", which counts events')
  }
  problems.refuseIfAny()
  return insertObject(tx, scope, metricKind, slug, {
    slug,
    name: body.name,
    event_name: body.eventName,
    aggregation,
    property: property ?? null,
    filter: json(body.filter ?? []),
  })
}
