import { notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import {
  type CustomerSnapshot,
  currentTimeOf,
  readCustomerSnapshots,
} from '../../customers/read.ts'
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
): Promise<TrackedCustomer & { standing: CustomerSnapshot; now: Date }> {
  const { environmentId } = scope
  const session = sessionOf(tx)
  const [standing] = await readCustomerSnapshots(session, [{ environmentId, customerId }])
  if (!standing) throw notFound('customer', customerId)
  const { name } = standing
  const customerRights = (await rights.resolve(session, [standing])).get(name)
  invariant(customerRights, 'a customer that is there has rights')
  return {
    name,
    environmentId,
    customerId,
    bucket: standing.bucket,
    timezone: standing.timezone,
    catalog: await catalog.get(session, environmentId, standing.catalogVersion),
    rights: customerRights,
    standing,
    now: currentTimeOf(standing, scope.now),
  }
}
