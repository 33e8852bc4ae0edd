import type { ReactElement } from 'react'
import type { PlacedTier } from './arrangeCatalog.ts'
import type { Catalog } from './Catalog.ts'
import type { Fixes } from './createFixes.ts'
import { currencyDecimals } from './currencyDecimals.ts'
import { describeEntitlement } from './describeEntitlement.ts'
import { describeGrant } from './describeGrant.ts'
import { describeInterval } from './describeInterval.ts'
import { Evidence } from './Evidence.tsx'
import { NameEdit } from './NameEdit.tsx'
import { PlanRow } from './PlanRow.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { TermMark } from './TermMark.tsx'
import { TermRow } from './TermRow.tsx'
import { type Shared, tierTerms } from './tierTerms.ts'

interface TierCardProps {
  readonly tier: PlacedTier
  readonly catalog: Catalog
  /** null: it is only shown. */
  readonly fixes: Fixes | null
}

/** A tier as a price list shows it: what it costs, and what it gives. */
export function TierCard({ tier, catalog, fixes }: TierCardProps): ReactElement {
  const { slug, entry, finding, plans } = tier
  const { name, isPopular, isForeverFree, isSalesLed } = entry
  const { entitlements, grants } = tierTerms(plans)
  const only = ({ plans: having }: Shared<unknown>) =>
    having.length === plans.length
      ? null
      : having
          .map(({ entry: plan }) => describeInterval(plan.interval, plan.intervalCount))
          .join(', ')

  return (
    <article
      className={`purser-card draft-tier${isPopular ? ' draft-tier-popular' : ''}`}
      id={placeId('tier', slug)}
      aria-label={name}
    >
      <header className="draft-tier-head">
        <div className="draft-tier-title">
          {fixes ? (
            <NameEdit
              of={`the tier “${name}”`}
              name={name}
              onSave={(next) => fixes.renameTier(slug, next)}
            >
              <h3 className="draft-tier-name">{name}</h3>
            </NameEdit>
          ) : (
            <h2 className="draft-tier-name">{name}</h2>
          )}
          {isPopular && <span className="purser-badge purser-badge-accent">Popular</span>}
          {isForeverFree && <span className="purser-badge purser-badge-positive">Free</span>}
          {isSalesLed && <span className="purser-badge">Contact sales</span>}
        </div>
        {fixes && (
          <RemoveButton
            what={`the tier “${name}”`}
            note={plans.length > 0 ? ' with its plans' : undefined}
            onRemove={() => fixes.removeTier(tier)}
          />
        )}
      </header>
      {fixes && <Evidence finding={finding} />}
      {plans.length > 0 ? (
        <ul className="draft-plans">
          {plans.map((plan) => (
            <PlanRow key={plan.slug} plan={plan} fixes={fixes} />
          ))}
        </ul>
      ) : (
        <p className="purser-soft">{isSalesLed ? 'Price on request' : 'No price was read'}</p>
      )}
      {entitlements.length + grants.length > 0 && (
        <ul className="draft-terms" aria-label={`What ${name} gives`}>
          {grants.map((shared) => {
            const { creditCurrencyId, amount } = shared.term
            const currency = catalog.creditCurrencies?.[creditCurrencyId]
            const credits = currency?.name ?? creditCurrencyId
            return (
              <TermRow
                key={JSON.stringify(shared.term)}
                name={credits}
                value={describeGrant(shared.term, currency)}
                only={only(shared)}
                mark={<TermMark kind="credits" />}
                edit={
                  fixes && {
                    label: `the ${credits} of “${name}”`,
                    amount,
                    scale: currencyDecimals(currency),
                    onSave: (next) => fixes.setGrant(shared, next),
                  }
                }
              />
            )
          })}
          {entitlements.map((shared) => {
            const { featureSlug, value } = shared.term
            const feature = catalog.features?.[featureSlug]
            const featureName = feature?.name ?? featureSlug
            return (
              <TermRow
                key={JSON.stringify(shared.term)}
                name={featureName}
                value={describeEntitlement(shared.term, feature?.type ?? '')}
                only={only(shared)}
                mark={<TermMark kind="yes" />}
                edit={
                  fixes && typeof value === 'number'
                    ? {
                        label: `“${featureName}” of “${name}”`,
                        amount: value,
                        scale: 0,
                        onSave: (next) => fixes.setValue(shared, next),
                      }
                    : null
                }
              />
            )
          })}
        </ul>
      )}
    </article>
  )
}
