import type { ReactElement } from 'react'
import type { Placed } from './arrangeCatalog.ts'
import type { PlanEntry } from './Catalog.ts'
import type { Fixes } from './createFixes.ts'
import { PlanRow } from './PlanRow.tsx'

interface LooseListProps {
  readonly plans: readonly Placed<PlanEntry>[]
  readonly fixes: Fixes
}

/** Plans beside the tiers, such as add-ons. */
export const LooseList = ({ plans, fixes }: LooseListProps): ReactElement | null =>
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
