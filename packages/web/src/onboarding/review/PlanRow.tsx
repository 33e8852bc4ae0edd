import { currencyScale } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { Placed } from '../catalog/arrangeCatalog.ts'
import type { PlanEntry } from '../catalog/Catalog.ts'
import type { Fixes } from '../catalog/createFixes.ts'
import {
  describeInterval,
  formatMoney,
  parseAmount,
  planPrice,
  printAmount,
} from '../catalog/prices.ts'
import { Evidence } from './Evidence.tsx'
import { InlineEdit, NameEdit } from './InlineEdit.tsx'
import { placeId } from './placeId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface PlanRowProps {
  readonly plan: Placed<PlanEntry>
  /** null: it is only shown. */
  readonly fixes: Fixes | null
}

/** One plan of a tier: what it costs and how often. */
export function PlanRow({ plan, fixes }: PlanRowProps): ReactElement {
  const { slug, entry, finding } = plan
  const { name, currency, interval, intervalCount, trial } = entry
  const price = planPrice(entry)
  const scale = currencyScale(currency) ?? 2
  const shown = (
    <span className="draft-price">
      <strong>{price ? formatMoney(price.amount, currency) : 'Free'}</strong>{' '}
      {price && (
        <span className="purser-soft">
          {price.isPerSeat && 'per seat '}
          {describeInterval(interval, intervalCount)}
        </span>
      )}
    </span>
  )
  return (
    <li className="draft-plan" id={placeId('plan', slug)}>
      {fixes && price ? (
        <InlineEdit
          label={`the price of “${name}”`}
          text={printAmount(price.amount, scale)}
          unit={`${currency.toUpperCase()} ${describeInterval(interval, intervalCount)}`}
          inputMode="decimal"
          parse={(typed) => parseAmount(typed, scale)}
          hint={`Enter an amount such as ${printAmount(2900, scale)}.`}
          onSave={(amount) => fixes.setPrice(plan, amount)}
        >
          {shown}
        </InlineEdit>
      ) : (
        shown
      )}
      {trial && <p className="draft-extra purser-soft">{trial.days} days of trial</p>}
      {fixes && (
        <div className="draft-plan-name">
          <NameEdit
            of={`the plan “${name}”`}
            name={name}
            onSave={(next) => fixes.renamePlan(slug, next)}
          >
            <span className="purser-soft">{name}</span>
          </NameEdit>
          <RemoveButton what={`the plan “${name}”`} onRemove={() => fixes.removePlan(slug)} />
        </div>
      )}
      {fixes && <Evidence finding={finding} />}
    </li>
  )
}
