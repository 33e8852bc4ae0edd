import type { ReactElement } from 'react'
import type { Placed } from '../catalog/arrangeCatalog.ts'
import type { Catalog, CurrencyEntry, FeatureEntry } from '../catalog/Catalog.ts'
import type { Fixes } from '../catalog/createFixes.ts'
import { Evidence } from './Evidence.tsx'
import { NameEdit } from './InlineEdit.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface FeatureListProps {
  readonly features: readonly Placed<FeatureEntry>[]
  readonly currencies: readonly Placed<CurrencyEntry>[]
  readonly catalog: Catalog
  readonly fixes: Fixes
}

/** What the plans give, feature by feature, and the credits that they are paid with. */
export const FeatureList = ({
  features,
  currencies,
  catalog,
  fixes,
}: FeatureListProps): ReactElement | null =>
  features.length + currencies.length === 0 ? null : (
    <section aria-labelledby="features">
      <h2 id="features" className="section-title">
        Features and credits
      </h2>
      <ul className="purser-card draft-rows">
        {currencies.map(({ slug, entry, finding }) => (
          <li key={`credits ${slug}`} className="draft-row" id={placeId('creditCurrency', slug)}>
            <div className="draft-row-main">
              <strong>{entry.name}</strong>
              <span className="purser-soft">credit currency</span>
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
        {features.map(({ slug, entry, finding }) => (
          <li key={slug} className="draft-row" id={placeId('feature', slug)}>
            <div className="draft-row-main">
              <NameEdit
                of={`the feature “${entry.name}”`}
                name={entry.name}
                onSave={(name) => fixes.renameFeature(slug, name)}
              >
                <strong>{entry.name}</strong>
              </NameEdit>
              <span className="purser-soft">{describeType(entry, catalog)}</span>
              <RemoveButton
                what={`the feature “${entry.name}”`}
                note=", also from every plan"
                onRemove={() => fixes.removeFeature(slug)}
              />
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  )

const TYPES: Readonly<Record<FeatureEntry['type'], string>> = {
  boolean: 'there or not',
  metered: 'metered',
  credit: 'paid with credits',
  config: 'a limit',
  enum: 'a choice',
}

function describeType({ type, metricId }: FeatureEntry, catalog: Catalog): string {
  const event = metricId === undefined ? undefined : catalog.metrics?.[metricId]?.eventName
  return event ? `${TYPES[type]}, by ${event}` : TYPES[type]
}
