import type { ReactElement } from 'react'
import type { PlacedTier } from '../catalog/arrangeCatalog.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Fixes } from '../catalog/createFixes.ts'
import { currencyDecimals, describeInterval, parseAmount, printAmount } from '../catalog/prices.ts'
import { type Shared, tierTerms } from '../catalog/tierTerms.ts'
import { Evidence } from './Evidence.tsx'
import { InlineEdit, NameEdit } from './InlineEdit.tsx'
import { PlanRow } from './PlanRow.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'

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

interface TermRowProps {
  readonly shared: Pick<Shared<unknown>, 'name' | 'words'>
  /** Of which plans it is so, where it is not so in all. */
  readonly only: string | null
  /** How the amount is changed; null where it cannot be. */
  readonly edit: {
    readonly label: string
    readonly amount: number
    readonly scale: number
    readonly onSave: (amount: number) => Promise<void>
  } | null
  readonly mark: 'yes' | 'credits' | 'charge'
}

/** One thing that a tier gives. */
function TermRow({ shared, only, edit, mark }: TermRowProps): ReactElement {
  const { name, words } = shared
  const shown = words && <span className="draft-term-value">{words}</span>
  return (
    <li className="draft-term">
      <TermMark kind={mark} />
      <div className="draft-term-body">
        <span className="draft-term-name">
          {name}
          {only && <span className="purser-soft"> ({only})</span>}
        </span>
        {edit ? (
          <InlineEdit
            label={edit.label}
            text={printAmount(edit.amount, edit.scale)}
            inputMode="decimal"
            parse={(typed) => parseAmount(typed, edit.scale)}
            hint="Enter a number such as 1000."
            onSave={edit.onSave}
          >
            {shown}
          </InlineEdit>
        ) : (
          shown
        )}
      </div>
    </li>
  )
}

const PATHS = {
  charge: 'M8 3.5v9M3.5 8h9',
  yes: 'M3.5 8.5l3 3 6-7',
  credits: 'M8 2.5l1.6 3.7 3.9.4-2.9 2.6.8 3.9L8 11.1l-3.4 2 .8-3.9-2.9-2.6 3.9-.4z',
} as const

/** A small sign before what a tier gives. */
const TermMark = ({ kind }: { readonly kind: keyof typeof PATHS }): ReactElement => (
  <span className="purser-mark">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  </span>
)
