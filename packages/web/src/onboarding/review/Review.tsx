import { type OnboardingRun, safeUrl } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import type { ArrangedCatalog, Placed } from '../catalog/arrangeCatalog.ts'
import type { Catalog, PlanEntry } from '../catalog/Catalog.ts'
import { createFixes, type Fixes } from '../catalog/createFixes.ts'
import { countKinds } from '../catalog/kindNames.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { PromoteCard } from '../promote/PromoteCard.tsx'
import { TrackingContract } from '../promote/TrackingContract.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { FeatureList } from './FeatureList.tsx'
import { LookFirst } from './LookFirst.tsx'
import { PackageList } from './PackageList.tsx'
import { PlanRow } from './PlanRow.tsx'
import { TierCard } from './TierCard.tsx'

interface ReviewProps {
  readonly client: MerchantClient
  readonly run: OnboardingRun
  readonly arranged: ArrangedCatalog
  readonly catalog: Catalog
  readonly reload: () => Promise<void>
  readonly onPromoted: () => void
  readonly onLeave: () => void
}

/** Everything that a run made, beside what it rests on, to be put right and taken live. */
export function Review(props: ReviewProps): ReactElement {
  const { client, run, arranged, catalog, reload, onPromoted, onLeave } = props
  const [said, setSaid] = useState('')
  const fixes = createFixes(client, arranged, { reload, announce: setSaid })
  const source = safeUrl(run.url)
  const made = countKinds(run.created, [
    'tier',
    'plan',
    'feature',
    'metric',
    'creditCurrency',
    'creditPackage',
  ])
  const known = run.skipped.filter(({ reason }) => reason === 'already_exists').length

  return (
    <div className="review">
      <p className="review-summary">
        <strong>{arranged.product?.name ?? 'Your product'}</strong>
        <span>
          {made ? `${made} drafted` : 'Nothing new was drafted'}
          {known > 0 && `; ${known} ${known === 1 ? 'thing was' : 'things were'} there already`}
          {' from '}
          {source ? (
            <a href={source} rel="noreferrer" target="_blank">
              {run.url}
            </a>
          ) : (
            run.url
          )}
        </span>
        <button type="button" className="purser-button purser-button-secondary" onClick={onLeave}>
          Read another page
        </button>
      </p>
      <p className="purser-hidden" role="status">
        {said}
      </p>
      {run.changes.length > 0 && (
        <ChangesCard client={client} run={run} catalog={catalog} reload={reload} />
      )}
      <LookFirst run={run} />
      <section aria-labelledby="review-tiers">
        <h2 id="review-tiers" className="section-title">
          Tiers and plans
        </h2>
        {arranged.tiers.length > 0 ? (
          <div className="draft-tiers">
            {arranged.tiers.map((tier) => (
              <TierCard key={tier.slug} tier={tier} catalog={catalog} fixes={fixes} />
            ))}
          </div>
        ) : (
          <p className="purser-soft">There are none.</p>
        )}
      </section>
      <LooseList plans={arranged.loosePlans} fixes={fixes} />
      <PackageList packages={arranged.packages} catalog={catalog} fixes={fixes} />
      <FeatureList
        features={arranged.features}
        currencies={arranged.currencies}
        catalog={catalog}
        fixes={fixes}
      />
      <TrackingContract run={run} catalog={catalog} />
      {arranged.product && (
        <PromoteCard
          client={client}
          productSlug={arranged.product.slug}
          catalog={catalog}
          onPromoted={onPromoted}
        />
      )}
    </div>
  )
}

interface LooseListProps {
  readonly plans: readonly Placed<PlanEntry>[]
  readonly fixes: Fixes
}

/** Plans beside the tiers, such as add-ons. */
const LooseList = ({ plans, fixes }: LooseListProps): ReactElement | null =>
  plans.length === 0 ? null : (
    <section aria-labelledby="loose-plans">
      <h2 id="loose-plans" className="section-title">
        Add-ons
      </h2>
      <ul className="purser-card draft-rows">
        {plans.map((plan) => (
          <PlanRow key={plan.slug} plan={plan} fixes={fixes} />
        ))}
      </ul>
    </section>
  )
