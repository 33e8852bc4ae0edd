import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Metric } from './core/catalogObjects.ts'
import { metricKind } from './read/metering.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateMetric(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateMetric>,
): Promise<Metric> {
  const { id } = await claimObject(tx, scope, metricKind, idOrSlug)
  return updateObject(tx, scope, metricKind, id, { name: body.name, status: body.status })
}
