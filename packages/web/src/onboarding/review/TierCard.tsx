import type { ReactElement } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import type { CatalogEdits } from '../catalog/createCatalogEdits.ts'
import {
  currencyDecimals,
  describeInterval,
  parseEnglishAmount,
  printAmount,
} from '../catalog/prices.ts'
import type { DraftedTier } from '../catalog/productDraft.ts'
import { listTierTerms, type TierTerm } from '../catalog/tierTerms.ts'
import { Evidence } from './Evidence.tsx'
import { InlineEdit, NameEdit } from './InlineEdit.tsx'
import { objectId } from './objectId.ts'
import { PlanRow } from './PlanRow.tsx'
import { RemoveButton } from './RemoveButton.tsx'

interface TierCardProps {
  readonly tier: DraftedTier
  readonly catalog: Catalog
  /** null if the tier is read-only. */
  readonly edits: CatalogEdits | null
}

/** Shows a tier like a price list does: its prices and its terms. */
export function TierCard({ tier, catalog, edits }: TierCardProps): ReactElement {
  const { slug, entry, finding, plans } = tier
  const { name, isPopular, isForeverFree, isSalesLed } = entry
  const { entitlements, grants, charges } = listTierTerms(plans, catalog)
  // A credit feature with the same name as the granted credits would only repeat the grant.
  const visibleEntitlements = entitlements.filter(
    (entitlement) =>
      catalog.features?.[entitlement.slug]?.type !== 'credit' ||
      !grants.some((grant) => grant.name === entitlement.name),
  )
  const describePlans = ({ inPlans }: TierTerm<unknown>) =>
    inPlans.length === plans.length
      ? null
      : inPlans
          .map(({ plan: { entry: plan } }) => describeInterval(plan.interval, plan.intervalCount))
          .join(', ')

  return (
    <article
      className={`purser-card draft-tier${isPopular ? ' draft-tier-popular' : ''}`}
      id={objectId('tier', slug)}
      aria-label={name}
    >
      <header className="draft-tier-head">
        <div className="draft-tier-title">
          {edits ? (
            <NameEdit
              object={`the tier “${name}”`}
              name={name}
              onSave={(next) => edits.renameTier(slug, next)}
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
        {edits && (
          <RemoveButton
            object={`the tier “${name}”`}
            note={plans.length > 0 ? ' and its plans' : undefined}
            onRemove={() => edits.removeTier(tier)}
          />
        )}
      </header>
      {edits && <Evidence finding={finding} />}
      {plans.length > 0 ? (
        <ul className="draft-plans">
          {plans.map((plan) => (
            <PlanRow key={plan.slug} plan={plan} edits={edits} />
          ))}
        </ul>
      ) : (
        <p className="purser-soft">{isSalesLed ? 'Price on request' : 'No price found'}</p>
      )}
      {visibleEntitlements.length + grants.length + charges.length > 0 && (
        <ul className="draft-terms" aria-label={`Included in ${name}`}>
          {grants.map((grant) => (
            <TermRow
              key={`${grant.slug} ${grant.description}`}
              term={grant}
              plans={describePlans(grant)}
              icon="credits"
              edit={
                edits && {
                  label: `${grant.name} in “${name}”`,
                  amount: grant.inPlans[0].term.amount,
                  scale: currencyDecimals(catalog.creditCurrencies?.[grant.slug]),
                  onSave: (amount) => edits.setGrant(grant, amount),
                }
              }
            />
          ))}
          {visibleEntitlements.map((entitlement) => {
            const { value } = entitlement.inPlans[0].term
            return (
              <TermRow
                key={`${entitlement.slug} ${entitlement.description}`}
                term={entitlement}
                plans={describePlans(entitlement)}
                icon="check"
                edit={
                  edits && typeof value === 'number'
                    ? {
                        label: `${entitlement.name} in “${name}”`,
                        amount: value,
                        scale: 0,
                        onSave: (next) => edits.setValue(entitlement, next),
                      }
                    : null
                }
              />
            )
          })}
          {charges.map((charge) => (
            <TermRow
              key={`${charge.slug} ${charge.description}`}
              term={charge}
              plans={describePlans(charge)}
              icon="charge"
              edit={null}
            />
          ))}
        </ul>
      )}
    </article>
  )
}

interface TermRowProps {
  readonly term: Pick<TierTerm<unknown>, 'name' | 'description'>
  /** The intervals of the plans with this term; null if all plans have it. */
  readonly plans: string | null
  /** null if the amount cannot be changed. */
  readonly edit: {
    readonly label: string
    readonly amount: number
    readonly scale: number
    readonly onSave: (amount: number) => Promise<void>
  } | null
  readonly icon: keyof typeof ICON_PATHS
}

function TermRow({ term, plans, edit, icon }: TermRowProps): ReactElement {
  const { name, description } = term
  const value = description && <span className="draft-term-value">{description}</span>
  return (
    <li className="draft-term">
      <TermIcon icon={icon} />
      <div className="draft-term-body">
        <span className="draft-term-name">
          {name}
          {plans && <span className="purser-soft"> ({plans})</span>}
        </span>
        {edit ? (
          <InlineEdit
            label={edit.label}
            text={printAmount(edit.amount, edit.scale)}
            inputMode="decimal"
            parse={(text) => parseEnglishAmount(text, edit.scale)}
            hint="Enter a number such as 1000."
            onSave={edit.onSave}
          >
            {value}
          </InlineEdit>
        ) : (
          value
        )}
      </div>
    </li>
  )
}

const ICON_PATHS = {
  charge: 'M8 3.5v9M3.5 8h9',
  check: 'M3.5 8.5l3 3 6-7',
  credits: 'M8 2.5l1.6 3.7 3.9.4-2.9 2.6.8 3.9L8 11.1l-3.4 2 .8-3.9-2.9-2.6 3.9-.4z',
} as const

const TermIcon = ({ icon }: Pick<TermRowProps, 'icon'>): ReactElement => (
  <span className="purser-mark">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={ICON_PATHS[icon]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  </span>
)
