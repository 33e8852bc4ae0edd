import type { BodyOf, CheckResponse, checkEndpoints, EntitlementValue } from '@purser/contract'
import { parseAmount } from '../../../kernel/amount.ts'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Feature } from '../../catalog/read.ts'
import { evaluateFeature, type RequestedUse } from './evaluate.core.ts'
import type { FactReader } from './factReader.ts'

/** Returns whether a customer may use a feature. Writes nothing. */
export async function checkEntitlement(
  readFacts: FactReader,
  scope: Scope,
  { customerId, featureSlug, requestedUsage }: BodyOf<typeof checkEndpoints.check>,
): Promise<CheckResponse> {
  const [checked] = await checkFeatures(readFacts, scope, {
    customerId,
    features: [featureSlug],
    requestedUsage,
  })
  invariant(checked, 'a feature that exists is checked')
  const { feature, value } = checked
  return {
    access: value.access,
    ...(value.type === 'metered' && !value.isUnlimited && { remaining: value.remaining }),
    ...(value.type === 'credit' && { creditBalance: value.creditBalance }),
    feature: { slug: feature.slug, type: feature.type },
    ...(value.deniedReason && { deniedReason: value.deniedReason }),
  }
}

/** A check that names no amount requests this usage. */
const ONE_UNIT = 1

interface Check {
  customerId: string
  /** Ids or slugs, or `all` features that the customer has. */
  features: readonly string[] | 'all'
  requestedUsage?: number | undefined
  requestedValues?: readonly string[] | undefined
}

export interface CheckResult {
  feature: Feature
  value: EntitlementValue
}

/** Evaluates each feature for a customer. The 404 names all unknown features. */
export async function checkFeatures(
  readFacts: FactReader,
  { environmentId }: Scope,
  { customerId, features, requestedUsage = ONE_UNIT, requestedValues = [] }: Check,
): Promise<CheckResult[]> {
  const customerFacts = await readFacts({ environmentId, customerId, features })
  if (customerFacts.unknown.length > 0) throw unknownFeatures(customerFacts.unknown)
  const requested: RequestedUse = { usage: parseAmount(requestedUsage), values: requestedValues }
  return customerFacts.features.map(({ feature, facts }) => ({
    feature,
    value: evaluateFeature(facts, requested),
  }))
}

function unknownFeatures(names: readonly string[]): PurserError {
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return notFound('feature', only)
  const listed = names.map((name) => JSON.stringify(name)).join(', ')
  return new PurserError('not_found', `No features ${listed} in this environment.`)
}
