import type { BodyOf, CheckResponse, checkEndpoints } from '@purser/contract'
import { parseAmount, toJsonNumber, ZERO } from '../../kernel/amount.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EntitlementTerms } from '../catalog/index.ts'
import { type Feature, findFeature, readPlanTerms } from '../catalog/read.ts'
import { findCustomer } from '../customers/read.ts'
import { listGivingAccess } from '../subscriptions/read.ts'
import { evaluate, type Facts } from './core/evaluate.ts'
import { findOverride } from './store.ts'

/** What a check asks for when it names no amount: one more unit. */
const ONE_UNIT = 1

/** May this customer use this feature? Reads only. */
export async function checkEntitlement(
  tx: Tx,
  scope: Scope,
  { customerId, featureSlug, requestedUsage = ONE_UNIT }: BodyOf<typeof checkEndpoints.check>,
): Promise<CheckResponse> {
  const customer = await findCustomer(tx, scope.environmentId, customerId)
  if (!customer) throw notFound('customer', customerId)
  const feature = await findFeature(tx, scope.environmentId, featureSlug)
  if (!feature) throw notFound('feature', featureSlug)
  const facts = await readFacts(tx, scope, customerId, feature)
  const result = evaluate(facts, { usage: parseAmount(requestedUsage), values: [] })
  return {
    access: result.access,
    ...(result.remaining && { remaining: toJsonNumber(result.remaining) }),
    ...(result.creditBalance && { creditBalance: toJsonNumber(result.creditBalance) }),
    feature: { slug: feature.slug, type: feature.type },
    ...(result.deniedReason && { deniedReason: result.deniedReason }),
  }
}

async function readFacts(
  tx: Tx,
  scope: Scope,
  customerId: string,
  feature: Feature,
): Promise<Facts> {
  const versions = await listGivingAccess(tx, scope.environmentId, customerId)
  const plans = await readPlanTerms(tx, scope.environmentId, versions)
  const granted = plans.flatMap(({ entitlements }): EntitlementTerms[] =>
    entitlements.filter(({ featureSlug }) => featureSlug === feature.slug),
  )
  const stored = await findOverride(tx, scope, customerId, feature.id)
  return {
    override: stored?.override ?? null,
    hasSubscription: versions.length > 0,
    granted,
    // No wallet and no meter: nothing can be granted or tracked before the modules that do so.
    usage: ZERO,
    balance: null,
    unitCost: parseAmount(feature.creditCost?.perUnit ?? '0'),
  }
}
