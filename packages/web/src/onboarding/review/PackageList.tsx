import { renderMoney } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { Catalog, PackageEntry } from '../catalog/Catalog.ts'
import type { CatalogEdits } from '../catalog/createCatalogEdits.ts'
import type { DraftedEntry } from '../catalog/productDraft.ts'
import { Evidence } from './Evidence.tsx'
import { objectId } from './objectId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface PackageListProps {
  readonly packages: readonly DraftedEntry<PackageEntry>[]
  readonly catalog: Catalog
  readonly edits: CatalogEdits
}

export const PackageList = ({ packages, catalog, edits }: PackageListProps): ReactElement | null =>
  packages.length === 0 ? null : (
    <section aria-labelledby="packages">
      <h2 id="packages" className="section-title">
        Credit packages
      </h2>
      <ul className="purser-card draft-rows">
        {packages.map(({ slug, entry, finding }) => (
          <li key={slug} className="draft-row" id={objectId('creditPackage', slug)}>
            <div className="draft-row-main">
              <strong>{entry.name}</strong>
              <span className="purser-soft">
                {entry.credits.toLocaleString('en-US')}{' '}
                {catalog.creditCurrencies?.[entry.creditCurrencyId]?.name ?? 'credits'} for{' '}
                {renderMoney(entry.price, entry.currency)}
              </span>
              <RemoveButton
                object={`the package “${entry.name}”`}
                onRemove={() => edits.removePackage(slug)}
              />
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  )
