import type { ReactElement } from 'react'
import type { Catalog, CurrencyEntry, FeatureEntry } from '../catalog/Catalog.ts'
import type { CatalogEdits } from '../catalog/createCatalogEdits.ts'
import type { DraftedEntry } from '../catalog/productDraft.ts'
import { Evidence } from './Evidence.tsx'
import { NameEdit } from './InlineEdit.tsx'
import { objectId } from './objectId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface FeatureListProps {
  readonly features: readonly DraftedEntry<FeatureEntry>[]
  readonly currencies: readonly DraftedEntry<CurrencyEntry>[]
  readonly catalog: Catalog
  readonly edits: CatalogEdits
}

/** Lists the features of all plans and the credit currencies that pay for them. */
export const FeatureList = ({
  features,
  currencies,
  catalog,
  edits,
}: FeatureListProps): ReactElement | null =>
  features.length + currencies.length === 0 ? null : (
    <section aria-labelledby="features">
      <h2 id="features" className="section-title">
        Features and credits
      </h2>
      <ul className="purser-card draft-rows">
        {currencies.map(({ slug, entry, finding }) => (
          <li key={`credits ${slug}`} className="draft-row" id={objectId('creditCurrency', slug)}>
            <div className="draft-row-main">
              <strong>{entry.name}</strong>
              <span className="purser-soft">credit currency</span>
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
        {features.map(({ slug, entry, finding }) => (
          <li key={slug} className="draft-row" id={objectId('feature', slug)}>
            <div className="draft-row-main">
              <NameEdit
                object={`the feature “${entry.name}”`}
                name={entry.name}
                onSave={(name) => edits.renameFeature(slug, name)}
              >
                <strong>{entry.name}</strong>
              </NameEdit>
              <span className="purser-soft">{describeType(entry, catalog)}</span>
              <RemoveButton
                object={`the feature “${entry.name}”`}
                note=" from all plans"
                onRemove={() => edits.removeFeature(slug)}
              />
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  )

const TYPES: Readonly<Record<FeatureEntry['type'], string>> = {
  boolean: 'on or off',
  metered: 'metered',
  credit: 'paid with credits',
  config: 'limit',
  enum: 'choice',
}

function describeType({ type, metricId }: FeatureEntry, catalog: Catalog): string {
  const event = metricId === undefined ? undefined : catalog.metrics?.[metricId]?.eventName
  return event ? `${TYPES[type]}, tracked by ${event}` : TYPES[type]
}
