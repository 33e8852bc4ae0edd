import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { Metric } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { metricKind } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

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
    problems.add('property', 'is required: the property whose distinct values "unique" counts')
  }
  if (aggregation === 'count' && property !== undefined) {
    problems.add('property', 'is not allowed with aggregation "count", which counts events')
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

export async function updateMetric(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateMetric>,
): Promise<Metric> {
  const { id } = await findObjectForUpdate(tx, scope, metricKind, idOrSlug)
  return updateObject(tx, scope, metricKind, id, { name: body.name, status: body.status })
}

/** Stops new use of a metric. Plans that price it keep measuring it. */
export const archiveMetric = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Metric> =>
  archiveObject(tx, scope, metricKind, idOrSlug)
