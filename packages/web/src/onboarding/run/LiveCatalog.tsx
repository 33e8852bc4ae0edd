import type { CatalogKind } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import { kindNames } from '../catalog/kindNames.ts'
import type { ProductDraft } from '../catalog/productDraft.ts'
import { TierCard } from '../review/TierCard.tsx'
import type { Finding } from './reduceRun.ts'

interface LiveCatalogProps {
  readonly draft: ProductDraft
  readonly findings: readonly Finding[]
  readonly catalog: Catalog | null
}

const LISTED_KINDS: readonly CatalogKind[] = [
  'plan',
  'feature',
  'creditCurrency',
  'metric',
  'creditPackage',
]

/** Shows the catalog while it grows: tiers as cards, everything else as lists. */
export function LiveCatalog({ draft, findings, catalog }: LiveCatalogProps): ReactElement {
  const draftedSlugs = new Set(draft.tiers.map(({ slug }) => slug))
  const undraftedTiers = findings.filter(
    (finding) =>
      finding.kind === 'tier' &&
      finding.state !== 'failed' &&
      !('slug' in finding && finding.slug !== null && draftedSlugs.has(finding.slug)),
  )
  return (
    <div className="live-catalog">
      <div className="draft-tiers">
        {draft.tiers.map((tier) => (
          <TierCard key={tier.slug} tier={tier} catalog={catalog ?? {}} edits={null} />
        ))}
        {undraftedTiers.map(({ name }, index) => (
          <article key={`${name} ${index}`} className="purser-card draft-tier" aria-label={name}>
            <h2 className="draft-tier-name">{name}</h2>
            <span className="purser-skeleton live-bone-price" />
            <span className="purser-skeleton live-bone" />
            <span className="purser-skeleton live-bone" />
          </article>
        ))}
        {draft.tiers.length + undraftedTiers.length === 0 &&
          [1, 2, 3].map((place) => (
            <div key={place} className="purser-card draft-tier" aria-hidden="true">
              <span className="purser-skeleton live-bone-name" />
              <span className="purser-skeleton live-bone-price" />
              <span className="purser-skeleton live-bone" />
              <span className="purser-skeleton live-bone" />
            </div>
          ))}
      </div>
      {LISTED_KINDS.map((kind) => {
        const findingsOfKind = findings.filter((finding) => finding.kind === kind)
        const [, many] = kindNames[kind]
        return findingsOfKind.length === 0 ? null : (
          <section key={kind} aria-label={many} className="live-list">
            <h2 className="section-title">{many}</h2>
            <ul className="chips">
              {findingsOfKind.map(({ name, state }, index) => (
                <li key={`${name} ${index}`} className="chip" data-state={state}>
                  {name}
                  <span className="purser-hidden">{STATE_WORDS[state]}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const STATE_WORDS: Readonly<Record<Finding['state'], string>> = {
  found: ', found',
  created: ', drafted',
  skipped: ', skipped',
  failed: ', failed',
}
