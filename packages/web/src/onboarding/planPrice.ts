import type { ChargeEntry, PlanEntry } from './Catalog.ts'

export interface PlanPrice {
  /** Which of the plan's charges it is. */
  readonly at: number
  /** In minor units; a decimal for seats. */
  readonly amount: number | string
  readonly isPerSeat: boolean
}

/** The price that stands on a price list: the plan's flat charge, else what a seat costs. */
export function planPrice({ charges = [] }: PlanEntry): PlanPrice | null {
  const prices = charges.flatMap((charge, at): PlanPrice[] => {
    if (charge.type !== 'recurring' && charge.type !== 'one_off') return []
    const amount = amountOf(charge)
    const isPerSeat = charge.featureSlug !== undefined
    return amount === null ? [] : [{ at, amount, isPerSeat }]
  })
  const isRecurring = ({ at }: PlanPrice) => charges[at]?.type === 'recurring'
  return (
    prices.find((price) => isRecurring(price) && !price.isPerSeat) ??
    prices.find(isRecurring) ??
    prices[0] ??
    null
  )
}

const amountOf = ({ pricing }: ChargeEntry): number | string | null =>
  pricing.model === 'flat'
    ? pricing.amount
    : pricing.model === 'per_unit'
      ? pricing.unitAmount
      : null
