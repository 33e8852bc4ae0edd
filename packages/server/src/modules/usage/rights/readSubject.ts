import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { type CustomerSnapshot, readCustomerSnapshots } from '../../customers/read.ts'
import type { TrackedCustomer } from '../track/planEvent.core.ts'
import type { RightsCache } from './rightsCache.ts'

export interface ReadSubject {
  catalog: CatalogCache
  rights: RightsCache
}

/** Reads a customer with its catalog, rights and current time. */
export async function readSubject(
  tx: Tx,
  scope: Scope,
  customerId: string,
  { catalog, rights }: ReadSubject,
): Promise<TrackedCustomer & { snapshot: CustomerSnapshot; now: Date }> {
  const { environmentId } = scope
  const session = sessionOf(tx)
  const [snapshot] = await readCustomerSnapshots(session, [{ environmentId, customerId }])
  if (!snapshot) throw notFound('customer', customerId)
  const { mapKey } = snapshot
  const customerRights = (await rights.resolve(session, [snapshot])).get(mapKey)
  invariant(customerRights, 'every customer has rights')
  return {
    mapKey,
    environmentId,
    customerId,
    bucket: snapshot.bucket,
    timezone: snapshot.timezone,
    catalog: await catalog.get(session, environmentId, snapshot.catalogVersion),
    rights: customerRights,
    snapshot,
    now: currentTimeOf(snapshot, scope.now),
  }
}
