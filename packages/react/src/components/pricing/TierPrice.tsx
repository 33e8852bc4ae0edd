import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'
import { describeCharge } from './describeCharge.ts'
import type { PricingPlan, PricingTier } from './PricingTier.ts'

interface TierPriceProps {
  readonly tier: PricingTier
  /** None: it is sold by talking. */
  readonly plan: PricingPlan | undefined
}

/** What a plan costs each period, and what comes on top. */
export function TierPrice({ tier, plan }: TierPriceProps): ReactElement {
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
