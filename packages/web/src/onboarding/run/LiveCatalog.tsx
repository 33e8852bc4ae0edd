import type { CatalogKind } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { ArrangedCatalog } from '../catalog/arrangeCatalog.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { kindNames } from '../catalog/kindNames.ts'
import { TierCard } from '../review/TierCard.tsx'
import type { Finding } from './reduceRun.ts'

interface LiveCatalogProps {
  readonly arranged: ArrangedCatalog
  readonly findings: readonly Finding[]
  readonly catalog: Catalog | null
}

const LISTED: readonly CatalogKind[] = [
  'plan',
  'feature',
  'creditCurrency',
  'metric',
  'creditPackage',
]

/** The catalog as it grows: tiers as cards, the rest as lists. */
export function LiveCatalog({ arranged, findings, catalog }: LiveCatalogProps): ReactElement {
  const drafted = new Set(arranged.tiers.map(({ slug }) => slug))
  const waiting = findings.filter(
    (finding) =>
      finding.kind === 'tier' &&
      finding.state !== 'failed' &&
      !('slug' in finding && finding.slug !== null && drafted.has(finding.slug)),
  )
  return (
    <div className="live-catalog">
      <div className="draft-tiers">
        {arranged.tiers.map((tier) => (
          <TierCard key={tier.slug} tier={tier} catalog={catalog ?? {}} fixes={null} />
        ))}
        {waiting.map(({ name }, at) => (
          <article key={`${name} ${at}`} className="purser-card draft-tier" aria-label={name}>
            <h2 className="draft-tier-name">{name}</h2>
            <span className="purser-skeleton live-bone-price" />
            <span className="purser-skeleton live-bone" />
            <span className="purser-skeleton live-bone" />
          </article>
        ))}
        {arranged.tiers.length + waiting.length === 0 &&
          [1, 2, 3].map((place) => (
            <div key={place} className="purser-card draft-tier" aria-hidden="true">
              <span className="purser-skeleton live-bone-name" />
              <span className="purser-skeleton live-bone-price" />
              <span className="purser-skeleton live-bone" />
              <span className="purser-skeleton live-bone" />
            </div>
          ))}
      </div>
      {LISTED.map((kind) => {
        const ofKind = findings.filter((finding) => finding.kind === kind)
        const [, many] = kindNames[kind]
        return ofKind.length === 0 ? null : (
          <section key={kind} aria-label={many} className="live-list">
            <h2 className="section-title">{many}</h2>
            <ul className="chips">
              {ofKind.map(({ name, state }, at) => (
                <li key={`${name} ${at}`} className="chip" data-state={state}>
                  {name}
                  <span className="purser-hidden">{CHIP_WORDS[state]}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const CHIP_WORDS: Readonly<Record<Finding['state'], string>> = {
  found: ', found',
  created: ', drafted',
  skipped: ', skipped',
  failed: ', failed',
}
