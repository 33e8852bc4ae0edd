import type { OperationOutput } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Mark } from '../ui/Mark.tsx'
import type { PricingFeature } from './PricingTier.ts'

type Change = OperationOutput<'previewSubscriptionChange'>['entitlementChanges'][number]

interface EntitlementChangesProps {
  readonly changes: readonly Change[]
  readonly features: readonly PricingFeature[]
}

/** What a change of plan gives and takes, in words. */
export function EntitlementChanges({
  changes,
  features,
}: EntitlementChangesProps): ReactElement | null {
  const { checkout: words } = useWords()
  if (changes.length === 0) return null
  const nameOf = (slug: string) => features.find((feature) => feature.slug === slug)?.name ?? slug
  return (
    <div>
      <p className="purser-field-label">{words.changesTitle}</p>
      <ul className="purser-tier-features">
        {changes.map(({ featureSlug, change }) => (
          <li key={featureSlug}>
            <Mark kind={change === 'removed' || change === 'decreased' ? 'no' : 'yes'} />
            <span>{words.features[change](nameOf(featureSlug))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
