import { type ReactElement, useId, useState } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { Mark } from '../ui/Mark.tsx'
import { describeCharge } from './describeCharge.ts'
import type { PricingPlan, PricingTier } from './PricingTier.ts'

/** The customer's current and scheduled plan. */
export interface CurrentPlan {
  readonly planId: string
  readonly pending: { readonly planId: string; readonly effectiveAt: string } | null
}

interface TierCardProps {
  readonly tier: PricingTier
  /** The plans for the selected interval. If there are several, the customer chooses. */
  readonly plans: readonly PricingPlan[]
  /** The features of the tier, one line each. */
  readonly highlights: readonly string[]
  readonly currentPlan: CurrentPlan | null
  readonly onSelect: ((plan: PricingPlan) => void) | undefined
  /** For a sales-led tier: a callback or a link. */
  readonly onContact: (() => void) | undefined
  readonly contactUrl: string | null
}

/** One column: the price and features of a tier, and a button. */
export function TierCard(props: TierCardProps): ReactElement {
  const { tier, plans, highlights, currentPlan } = props
  const { pricing: words } = useWords()
  const { date } = useFormat()
  const titleId = useId()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const plan =
    plans.find(({ id }) => id === chosenId) ??
    plans.find(({ id }) => id === currentPlan?.planId) ??
    plans[0]
  const isCurrent = plan !== undefined && plan.id === currentPlan?.planId
  const startsAt =
    plan && plan.id === currentPlan?.pending?.planId ? currentPlan.pending.effectiveAt : null

  return (
    <article
      className={classNames('purser-tier', tier.isPopular && 'purser-tier-popular')}
      aria-labelledby={titleId}
    >
      <header className="purser-tier-header">
        <h3 id={titleId} className="purser-tier-name">
          {tier.name}
        </h3>
        {isCurrent ? (
          <Badge tone="positive">{words.current}</Badge>
        ) : startsAt ? (
          <Badge>{words.starts(date(startsAt))}</Badge>
        ) : (
          tier.isPopular && <Badge tone="accent">{words.popular}</Badge>
        )}
      </header>
      {plans.length > 1 && (
        <select
          className="purser-input"
          aria-label={words.variant(tier.name)}
          value={plan?.id}
          onChange={(event) => setChosenId(event.target.value)}
        >
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <TierPrice tier={tier} plan={plan} />
      {plan?.description && <p className="purser-soft">{plan.description}</p>}
      <TierAction {...props} plan={plan} isCurrent={isCurrent} isPending={startsAt !== null} />
      {highlights.length > 0 && (
        <ul className="purser-tier-features">
          {highlights.map((line) => (
            <li key={line}>
              <Mark kind="yes" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

interface TierActionProps extends TierCardProps {
  readonly plan: PricingPlan | undefined
  readonly isCurrent: boolean
  readonly isPending: boolean
}

function TierAction(props: TierActionProps): ReactElement | null {
  const { tier, plans, plan, currentPlan, isCurrent, isPending, onSelect, onContact, contactUrl } =
    props
  const { pricing: words } = useWords()
  const variant = tier.isPopular ? 'primary' : 'secondary'
  if (tier.isSalesLed || plan === undefined) {
    const label = tier.ctaLabel ?? words.contact
    if (onContact) {
      return (
        <Button variant={variant} onClick={onContact}>
          {label}
        </Button>
      )
    }
    return contactUrl === null ? null : (
      <a className={`purser-button purser-button-${variant}`} href={contactUrl}>
        {label}
      </a>
    )
  }
  // Choosing the current plan cancels a scheduled change.
  const isChoice = isCurrent ? currentPlan?.pending !== null : !isPending
  if (!onSelect || !isChoice) return null
  const name = plans.length > 1 ? plan.name : tier.name
  return (
    <Button variant={variant} onClick={() => onSelect(plan)}>
      {isCurrent
        ? words.keep(name)
        : currentPlan
          ? words.switchTo(name)
          : (tier.ctaLabel ?? words.choose(name))}
    </Button>
  )
}

interface TierPriceProps {
  readonly tier: PricingTier
  /** null: the tier is sales-led. */
  readonly plan: PricingPlan | undefined
}

/** Shows the price of a plan per period, and the additional charges. */
function TierPrice({ tier, plan }: TierPriceProps): ReactElement {
  const { pricing: words } = useWords()
  const { money, count, interval } = useFormat()
  if (plan === undefined) {
    return (
      <p className="purser-tier-price">{tier.isForeverFree ? words.free : words.contactPrice}</p>
    )
  }
  const extras = plan.charges.flatMap(
    (charge) =>
      describeCharge(charge, { words, count, money: (amount) => money(amount, plan.currency) }) ??
      [],
  )
  const isFree = plan.price === 0 && extras.length === 0
  return (
    <div>
      <p className="purser-tier-price">
        {isFree ? words.free : money(plan.price, plan.currency)}{' '}
        {!isFree && (
          <span className="purser-tier-interval">
            {interval(plan.interval, plan.intervalCount)}
          </span>
        )}
      </p>
      {plan.trial && <p className="purser-soft">{words.trial(count(plan.trial.days))}</p>}
      {extras.map((line) => (
        <p key={line} className="purser-soft">
          {line}
        </p>
      ))}
    </div>
  )
}
