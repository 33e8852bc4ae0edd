import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { Mark } from '../ui/Mark.tsx'
import { Table } from '../ui/Table.tsx'
import type { PricingFeature, PricingTier } from './PricingTier.ts'

interface FeatureMatrixProps {
  readonly features: readonly PricingFeature[]
  readonly tiers: readonly PricingTier[]
  /** Describes a feature in a tier; null if it is not included. */
  readonly describe: (tier: PricingTier, feature: PricingFeature) => string | null
}

/** Compares every feature in every tier. */
export function FeatureMatrix({ features, tiers, describe }: FeatureMatrixProps): ReactElement {
  const { pricing: words } = useWords()
  return (
    <div className="purser-panel">
      <Table
        caption={words.compare}
        isCaptionHidden={false}
        className="purser-matrix"
        head={
          <tr>
            <th scope="col">{words.feature}</th>
            {tiers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        }
      >
        {features.map((feature) => (
          <tr key={feature.slug}>
            <th scope="row">{feature.name}</th>
            {tiers.map((tier) => (
              <td key={tier.id}>
                <MatrixCell text={describe(tier, feature)} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}

function MatrixCell({ text }: { readonly text: string | null }): ReactElement {
  const { pricing: words } = useWords()
  if (text === null) return <Mark kind="no" label={words.notIncluded} />
  if (text === words.included) return <Mark kind="yes" label={words.included} />
  return <>{text}</>
}
