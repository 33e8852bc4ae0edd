import { type OnboardingRun, safeUrl } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import type { Catalog, PlanEntry } from '../catalog/Catalog.ts'
import { type CatalogEdits, createCatalogEdits } from '../catalog/createCatalogEdits.ts'
import { countKinds } from '../catalog/kindNames.ts'
import type { DraftedEntry, ProductDraft } from '../catalog/productDraft.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { PromoteCard } from '../promote/PromoteCard.tsx'
import { TrackingContract } from '../promote/TrackingContract.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { FeatureList } from './FeatureList.tsx'
import { PackageList } from './PackageList.tsx'
import { PlanRow } from './PlanRow.tsx'
import { ReviewNotes } from './ReviewNotes.tsx'
import { TierCard } from './TierCard.tsx'

interface ReviewProps {
  readonly client: MerchantClient
  readonly run: OnboardingRun
  readonly draft: ProductDraft
  readonly catalog: Catalog
  readonly reload: () => Promise<void>
  readonly onPromoted: () => void
  readonly onLeave: () => void
}

/** Shows the draft with its evidence. The merchant can edit it and take it live. */
export function Review(props: ReviewProps): ReactElement {
  const { client, run, draft, catalog, reload, onPromoted, onLeave } = props
  const [announcement, setAnnouncement] = useState('')
  const edits = createCatalogEdits(client, draft, { reload, announce: setAnnouncement })
  const source = safeUrl(run.url)
  const draftedObjects = countKinds(run.created, [
    'tier',
    'plan',
    'feature',
    'metric',
    'creditCurrency',
    'creditPackage',
  ])
  const existing = run.skipped.filter(({ reason }) => reason === 'already_exists').length

  return (
    <div className="review">
      <p className="review-summary">
        <strong>{draft.product?.name ?? 'Your product'}</strong>
        <span>
          {draftedObjects ? `Drafted ${draftedObjects}` : 'Nothing new was drafted'}
          {' from '}
          {source ? (
            <a href={source} rel="noreferrer" target="_blank">
              {run.url}
            </a>
          ) : (
            run.url
          )}
          {existing > 0 &&
            `. ${existing} ${existing === 1 ? 'object was' : 'objects were'} already in your catalog.`}
        </span>
        <button type="button" className="purser-button purser-button-secondary" onClick={onLeave}>
          Read another page
        </button>
      </p>
      <p className="purser-hidden" role="status">
        {announcement}
      </p>
      {run.changes.length > 0 && (
        <ChangesCard client={client} run={run} catalog={catalog} reload={reload} />
      )}
      <ReviewNotes run={run} />
      <section aria-labelledby="review-tiers">
        <h2 id="review-tiers" className="section-title">
          Tiers and plans
        </h2>
        {draft.tiers.length > 0 ? (
          <div className="draft-tiers">
            {draft.tiers.map((tier) => (
              <TierCard key={tier.slug} tier={tier} catalog={catalog} edits={edits} />
            ))}
          </div>
        ) : (
          <p className="purser-soft">This draft has no tiers.</p>
        )}
      </section>
      <OtherPlans plans={draft.otherPlans} edits={edits} />
      <PackageList packages={draft.packages} catalog={catalog} edits={edits} />
      <FeatureList
        features={draft.features}
        currencies={draft.currencies}
        catalog={catalog}
        edits={edits}
      />
      <TrackingContract run={run} catalog={catalog} />
      {draft.product && (
        <PromoteCard
          client={client}
          productSlug={draft.product.slug}
          catalog={catalog}
          onPromoted={onPromoted}
        />
      )}
    </div>
  )
}

interface OtherPlansProps {
  readonly plans: readonly DraftedEntry<PlanEntry>[]
  readonly edits: CatalogEdits
}

const OtherPlans = ({ plans, edits }: OtherPlansProps): ReactElement | null =>
  plans.length === 0 ? null : (
    <section aria-labelledby="other-plans">
      <h2 id="other-plans" className="section-title">
        Add-ons
      </h2>
      <ul className="purser-card draft-rows">
        {plans.map((plan) => (
          <PlanRow key={plan.slug} plan={plan} edits={edits} />
        ))}
      </ul>
    </section>
  )
