import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { pageBase } from '../../page/pageAddress.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { ProductDraft } from '../catalog/productDraft.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { TrackingContract } from './TrackingContract.tsx'

interface PromotedViewProps {
  readonly run: OnboardingRun
  readonly draft: ProductDraft
  readonly catalog: Catalog
  readonly onBack: () => void
}

/** Shows the next steps for a live catalog: the public price list and the events to track. */
export function PromotedView({ run, draft, catalog, onBack }: PromotedViewProps): ReactElement {
  const slug = draft.product?.slug ?? ''
  return (
    <div className="review">
      <section className="purser-card" aria-labelledby="price-list">
        <h2 id="price-list" className="purser-card-title">
          Your public price list
        </h2>
        <p>
          Customers find it at this address. Replace <code>pk_live_…</code> with your live
          publishable key. In your sandbox the plans are still drafts, which customers cannot see.
        </p>
        <CodeBlock label="Price list address" text={`${pageBase}/pricing/${slug}?key=pk_live_…`} />
        <div>
          <button type="button" className="purser-button purser-button-secondary" onClick={onBack}>
            Back to review
          </button>
        </div>
      </section>
      <TrackingContract run={run} catalog={catalog} />
    </div>
  )
}
