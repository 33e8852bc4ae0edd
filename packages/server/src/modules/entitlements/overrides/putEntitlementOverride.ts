import type { BodyOf, EntitlementOverride, overrideEndpoints } from '@purser/contract'
import { invalidRequest, notFound } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { type EntitlementTerms, normalizeEntitlement } from '../../catalog/core.ts'
import { type Feature, findFeature } from '../../catalog/read.ts'
import { bumpRightsVersion, lockCustomer } from '../../customers/index.ts'
import { findCustomer } from '../../customers/read.ts'
import { findOverride, type OverrideRecord, saveOverride } from './overrides.sql.ts'

type Input = BodyOf<typeof overrideEndpoints.putEntitlementOverride>

/** Grants a feature to one customer or denies it, regardless of the customer's plans. */
export async function putEntitlementOverride(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureSlug: string,
  input: Input,
): Promise<EntitlementOverride> {
  if (!(await findCustomer(tx, scope.environmentId, customerId)))
    throw notFound('customer', customerId)
  const feature = await findFeature(tx, scope.environmentId, featureSlug)
  if (!feature) throw notFound('feature', featureSlug)
  const terms = toTerms(feature, input)
  await lockCustomer(tx, scope, customerId)
  await bumpRightsVersion(tx, scope, customerId)
  await saveOverride(tx, scope, customerId, feature.id, terms)
  const saved = await findOverride(tx, scope, customerId, feature.id)
  invariant(saved, 'the saved override exists')
  const rendered = renderOverride(feature, saved)
  await emitEvent(tx, scope, { type: 'entitlement.changed', customerId, data: rendered })
  return rendered
}

/** null when the override denies access. */
function toTerms(feature: Feature, { access = true, ...terms }: Input): EntitlementTerms | null {
  const given = Object.entries(terms).filter(([, value]) => value !== undefined)
  if (!access) {
    const problems = given.map(([path]) => ({ path, message: 'is not allowed if access is false' }))
    if (problems.length > 0) throw invalidRequest(problems)
    return null
  }
  const normalized = normalizeEntitlement(feature, terms)
  if ('problems' in normalized) throw invalidRequest(normalized.problems)
  return normalized.terms
}

const renderOverride = (
  { slug: featureSlug, type }: Feature,
  { terms, createdAt, updatedAt }: OverrideRecord,
): EntitlementOverride => ({
  featureSlug,
  type,
  access: terms !== null,
  entitlement: terms && { featureSlug, ...terms },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
