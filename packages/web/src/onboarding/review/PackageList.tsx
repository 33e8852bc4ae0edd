import type { ReactElement } from 'react'
import type { Placed } from '../catalog/arrangeCatalog.ts'
import type { Catalog, PackageEntry } from '../catalog/Catalog.ts'
import type { Fixes } from '../catalog/createFixes.ts'
import { formatMoney } from '../catalog/prices.ts'
import { Evidence } from './Evidence.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface PackageListProps {
  readonly packages: readonly Placed<PackageEntry>[]
  readonly catalog: Catalog
  readonly fixes: Fixes
}

/** Credits that are sold in packs. */
export const PackageList = ({ packages, catalog, fixes }: PackageListProps): ReactElement | null =>
  packages.length === 0 ? null : (
    <section aria-labelledby="packages">
      <h2 id="packages" className="section-title">
        Credit packages
      </h2>
      <ul className="purser-card draft-rows">
        {packages.map(({ slug, entry, finding }) => (
          <li key={slug} className="draft-row" id={placeId('creditPackage', slug)}>
            <div className="draft-row-main">
              <strong>{entry.name}</strong>
              <span className="purser-soft">
                {entry.credits.toLocaleString('en-US')}{' '}
                {catalog.creditCurrencies?.[entry.creditCurrencyId]?.name ?? 'credits'} for{' '}
                {formatMoney(entry.price, entry.currency)}
              </span>
              <RemoveButton
                what={`the package “${entry.name}”`}
                onRemove={() => fixes.removePackage(slug)}
              />
            </div>
            <Evidence finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  )
