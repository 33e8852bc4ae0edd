import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { pageBase } from '../../page/pageAddress.ts'
import type { ArrangedCatalog } from '../catalog/arrangeCatalog.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { TrackingContract } from './TrackingContract.tsx'

interface PromotedProps {
  readonly run: OnboardingRun
  readonly arranged: ArrangedCatalog
  readonly catalog: Catalog
  readonly onBack: () => void
}

/** What to do with a catalog that is live. */
export function Promoted({ run, arranged, catalog, onBack }: PromotedProps): ReactElement {
  const slug = arranged.product?.slug ?? ''
  return (
    <div className="review">
      <section className="purser-card" aria-labelledby="price-list">
        <h2 id="price-list" className="purser-card-title">
          Your public price list
        </h2>
        <p>
          It is at this address, with your live publishable key in place of <code>pk_live_…</code>.
          In the sandbox the plans are still drafts, which nobody sees.
        </p>
        <CodeBlock
          label="Address of the price list"
          text={`${pageBase}/pricing/${slug}?key=pk_live_…`}
        />
        <div>
          <button type="button" className="purser-button purser-button-secondary" onClick={onBack}>
            Back to the review
          </button>
        </div>
      </section>
      <TrackingContract run={run} catalog={catalog} />
    </div>
  )
}
