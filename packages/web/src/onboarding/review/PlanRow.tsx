import { currencyScale, renderMoney } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { PlanEntry } from '../catalog/Catalog.ts'
import type { CatalogEdits } from '../catalog/createCatalogEdits.ts'
import { describeInterval, parseEnglishAmount, planPrice, printAmount } from '../catalog/prices.ts'
import type { DraftedEntry } from '../catalog/productDraft.ts'
import { Evidence } from './Evidence.tsx'
import { InlineEdit, NameEdit } from './InlineEdit.tsx'
import { objectId } from './objectId.ts'
import { RemoveButton } from './RemoveButton.tsx'

interface PlanRowProps {
  readonly plan: DraftedEntry<PlanEntry>
  /** null if the plan is read-only. */
  readonly edits: CatalogEdits | null
}

export function PlanRow({ plan, edits }: PlanRowProps): ReactElement {
  const { slug, entry, finding } = plan
  const { name, currency, interval, intervalCount, trial } = entry
  const price = planPrice(entry)
  const scale = currencyScale(currency) ?? 2
  const priceText = (
    <span className="draft-price">
      <strong>{price ? renderMoney(price.amount, currency) : 'Free'}</strong>{' '}
      {price && (
        <span className="purser-soft">
          {price.isPerSeat && 'per seat '}
          {describeInterval(interval, intervalCount)}
        </span>
      )}
    </span>
  )
  return (
    <li className="draft-plan" id={objectId('plan', slug)}>
      {edits && price ? (
        <InlineEdit
          label={`the price of “${name}”`}
          text={printAmount(price.amount, scale)}
          unit={`${currency.toUpperCase()} ${describeInterval(interval, intervalCount)}`}
          inputMode="decimal"
          parse={(text) => parseEnglishAmount(text, scale)}
          hint={`Enter an amount such as ${printAmount(2900, scale)}.`}
          onSave={(amount) => edits.setPrice(plan, amount)}
        >
          {priceText}
        </InlineEdit>
      ) : (
        priceText
      )}
      {trial && <p className="draft-extra purser-soft">{trial.days}-day trial</p>}
      {edits && (
        <div className="draft-plan-name">
          <NameEdit
            object={`the plan “${name}”`}
            name={name}
            onSave={(next) => edits.renamePlan(slug, next)}
          >
            <span className="purser-soft">{name}</span>
          </NameEdit>
          <RemoveButton object={`the plan “${name}”`} onRemove={() => edits.removePlan(slug)} />
        </div>
      )}
      {edits && <Evidence finding={finding} />}
    </li>
  )
}
