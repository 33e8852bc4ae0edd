import { type PublicPricing, safeUrl } from '@purser/contract/client'
import { type ReactElement, useId, useMemo, useState } from 'react'
import { useBranding } from '../../catalog/useBranding.ts'
import { usePricing } from '../../catalog/usePricing.ts'
import { useCreditCurrencies } from '../../credits/useCreditCurrencies.ts'
import { useSubscriptions } from '../../subscriptions/useSubscriptions.ts'
import { runningSubscription } from '../subscriptions/runningSubscription.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { describeEntitlement } from './describeEntitlement.ts'
import { FeatureMatrix } from './FeatureMatrix.tsx'
import { IntervalSwitch, nameInterval } from './IntervalSwitch.tsx'
import type { PricingFeature, PricingPlan, PricingTier } from './PricingTier.ts'
import { type CurrentPlan, TierCard } from './TierCard.tsx'

export interface PricingTableProps {
  /** Default: the product that `usePricing` finds. */
  readonly productId?: string | undefined
  /** The interval shown first, such as `year`. Default: the shortest. */
  readonly interval?: string | undefined
  /** Default: the plan of the customer's subscription. */
  readonly currentPlanId?: string | undefined
  /** Without it, plans have no button. */
  readonly onSelectPlan?: ((plan: PricingPlan, tier: PricingTier) => void) | undefined
  /** For sales-led tiers. Default: a link to the merchant's website. */
  readonly onContactSales?: ((tier: PricingTier) => void) | undefined
  readonly className?: string | undefined
}

/** Number of features listed in each column. The comparison has all of them. */
const MAX_HIGHLIGHTS = 6

/** Shows the pricing of a product, with or without a customer. */
export function PricingTable(props: PricingTableProps): ReactElement {
  const { pricing, isLoading, error, refetch } = usePricing(props.productId)
  const { pricing: words } = useWords()
  return (
    <div className={classNames('purser purser-pricing', props.className)}>
      {pricing && pricing.tiers.length > 0 ? (
        <Tiers {...props} pricing={pricing} />
      ) : isLoading ? (
        <PricingSkeleton />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <EmptyState title={words.empty}>{words.emptyNext}</EmptyState>
      )}
    </div>
  )
}

function Tiers(props: PricingTableProps & { readonly pricing: PublicPricing }): ReactElement {
  const { pricing, onSelectPlan, onContactSales } = props
  const { tiers, features } = pricing
  const { pricing: words } = useWords()
  const { money, interval: formatInterval } = useFormat()
  const { branding } = useBranding()
  const currentPlan = useCurrentPlan(props)
  const describe = useDescription()
  const intervals = intervalsOf(tiers)
  const [selection, setSelection] = useState<string | null>(props.interval ?? null)
  const interval =
    [selection, currentPlan && intervalOf(tiers, currentPlan.planId)].find(
      (interval) => interval && intervals.includes(interval),
    ) ??
    intervals[0] ??
    ''

  // A sales-led tier may have nothing to compare.
  const comparableTiers = tiers.filter((tier) => Object.keys(tier.entitlementBySlug).length > 0)
  const addons = unique(tiers.flatMap((tier) => tier.addons))
  const packages = unique(tiers.flatMap((tier) => tier.creditPackages))
  return (
    <>
      {intervals.length > 1 && (
        <IntervalSwitch
          tiers={tiers}
          intervals={intervals}
          selection={interval}
          onChoose={setSelection}
        />
      )}
      <div className="purser-tiers">
        {tiers.map((tier) => (
          <TierCard
            key={tier.id}
            tier={tier}
            plans={plansAt(tier, interval)}
            highlights={features
              .flatMap((feature) => highlight(feature, describe(tier, feature), words.included))
              .slice(0, MAX_HIGHLIGHTS)}
            currentPlan={currentPlan}
            onSelect={onSelectPlan && ((plan) => onSelectPlan(plan, tier))}
            onContact={onContactSales && (() => onContactSales(tier))}
            contactUrl={safeUrl(branding?.website)}
          />
        ))}
      </div>
      {comparableTiers.length > 1 && (
        <FeatureMatrix features={features} tiers={comparableTiers} describe={describe} />
      )}
      <div className="purser-price-lists">
        <PriceList
          title={words.addons}
          items={addons.map(({ id, name, price, currency, interval, intervalCount }) => ({
            id,
            name,
            price: `${money(price, currency)} ${formatInterval(interval, intervalCount)}`,
          }))}
        />
        <PriceList
          title={words.packages}
          items={packages.map(({ id, name, price, currency }) => ({
            id,
            name,
            price: money(price, currency),
          }))}
        />
      </div>
    </>
  )
}

/** The customer's current plan; null if there is no customer or no plan of this product. */
function useCurrentPlan({
  currentPlanId,
  pricing,
}: PricingTableProps & { readonly pricing: PublicPricing }): CurrentPlan | null {
  const { subscriptions } = useSubscriptions()
  const subscription = runningSubscription(subscriptions, pricing.product.id)
  if (currentPlanId !== undefined) return { planId: currentPlanId, pending: null }
  return subscription ? { planId: subscription.planId, pending: subscription.pendingChange } : null
}

function useDescription(): (tier: PricingTier, feature: PricingFeature) => string | null {
  const { pricing: words } = useWords()
  const { count, amount } = useFormat()
  const { currencies } = useCreditCurrencies()
  return useMemo(
    () => (tier, feature) =>
      describeEntitlement(tier.entitlementBySlug[feature.slug], {
        words,
        count,
        amount,
        wallet: currencies.find(({ id }) => id === feature.creditCurrencyId),
      }),
    [words, count, amount, currencies],
  )
}

const highlight = (
  { name }: PricingFeature,
  text: string | null,
  included: string,
): readonly string[] => (text === null ? [] : [text === included ? name : `${name}: ${text}`])

/** Ordered as in the tier with the most intervals, shortest first. */
const intervalsOf = (tiers: readonly PricingTier[]): readonly string[] => [
  ...new Set(
    [...tiers]
      .sort((a, b) => b.intervals.length - a.intervals.length)
      .flatMap((tier) => tier.intervals),
  ),
]

const intervalOf = (tiers: readonly PricingTier[], planId: string): string | null => {
  const plan = tiers.flatMap(({ plans }) => plans).find(({ id }) => id === planId)
  return plan ? nameInterval(plan) : null
}

/** A tier without a plan for the interval shows its other plans. */
function plansAt(tier: PricingTier, interval: string): readonly PricingPlan[] {
  const plans = tier.plans.filter((plan) => nameInterval(plan) === interval)
  return plans.length > 0 ? plans : tier.plans.slice(0, 1)
}

const unique = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]

const PricingSkeleton = (): ReactElement => (
  <Loading>
    <div className="purser-tiers">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="purser-tier">
          <Skeleton width="40%" height="1.5rem" />
          <Skeleton width="60%" height="2.25rem" />
          <Skeleton height="2.5rem" />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
          <Skeleton width="75%" />
        </div>
      ))}
    </div>
  </Loading>
)

interface PriceListProps {
  readonly title: string
  readonly items: readonly { readonly id: string; readonly name: string; readonly price: string }[]
}

/** Lists credit packages and add-ons; nothing if there are none. */
function PriceList({ title, items }: PriceListProps): ReactElement | null {
  const titleId = useId()
  if (items.length === 0) return null
  return (
    <section className="purser-panel purser-price-list" aria-labelledby={titleId}>
      <h3 id={titleId} className="purser-card-title">
        {title}
      </h3>
      <ul>
        {items.map(({ id, name, price }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="purser-soft">{price}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
