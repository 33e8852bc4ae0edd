import type { BodyOf, CheckResponse, checkEndpoints } from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import { checkFeatures } from './checkFeatures.ts'
import type { StandingReader } from './standingReader.ts'

/** May this customer use this feature? Reads only. */
export async function checkEntitlement(
  readStanding: StandingReader,
  scope: Scope,
  { customerId, featureSlug, requestedUsage }: BodyOf<typeof checkEndpoints.check>,
): Promise<CheckResponse> {
  const [checked] = await checkFeatures(readStanding, scope, {
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
