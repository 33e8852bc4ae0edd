import type { ReactElement } from 'react'
import type { PlacedTier } from '../catalog/arrangeCatalog.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Fixes } from '../catalog/createFixes.ts'
import { currencyDecimals, describeInterval } from '../catalog/prices.ts'
import { type Shared, tierTerms } from '../catalog/tierTerms.ts'
import { Evidence } from './Evidence.tsx'
import { NameEdit } from './NameEdit.tsx'
import { PlanRow } from './PlanRow.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { TermRow } from './TermRow.tsx'

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
  const { entitlements, grants, charges } = tierTerms(plans, catalog)
  // That credits are spent on what they are named after goes without saying.
  const rights = entitlements.filter(
    (right) =>
      catalog.features?.[right.slug]?.type !== 'credit' ||
      !grants.some((grant) => grant.name === right.name),
  )
  const only = ({ given }: Shared<unknown>) =>
    given.length === plans.length
      ? null
      : given
          .map(({ plan: { entry: plan } }) => describeInterval(plan.interval, plan.intervalCount))
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
      {rights.length + grants.length + charges.length > 0 && (
        <ul className="draft-terms" aria-label={`What ${name} gives`}>
          {grants.map((shared) => (
            <TermRow
              key={`${shared.slug} ${shared.words}`}
              shared={shared}
              only={only(shared)}
              mark="credits"
              edit={
                fixes && {
                  label: `${shared.name} of “${name}”`,
                  amount: shared.given[0].term.amount,
                  scale: currencyDecimals(catalog.creditCurrencies?.[shared.slug]),
                  onSave: (amount) => fixes.setGrant(shared, amount),
                }
              }
            />
          ))}
          {rights.map((shared) => {
            const { value } = shared.given[0].term
            return (
              <TermRow
                key={`${shared.slug} ${shared.words}`}
                shared={shared}
                only={only(shared)}
                mark="yes"
                edit={
                  fixes && typeof value === 'number'
                    ? {
                        label: `${shared.name} of “${name}”`,
                        amount: value,
                        scale: 0,
                        onSave: (next) => fixes.setValue(shared, next),
                      }
                    : null
                }
              />
            )
          })}
          {charges.map((shared) => (
            <TermRow
              key={`${shared.slug} ${shared.words}`}
              shared={shared}
              only={only(shared)}
              mark="charge"
              edit={null}
            />
          ))}
        </ul>
      )}
    </article>
  )
}
