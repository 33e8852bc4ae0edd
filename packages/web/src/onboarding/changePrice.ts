import type { BodyInput } from '@purser/contract/client'
import type { ChargeEntry, PlanEntry } from './Catalog.ts'
import { planPrice } from './planPrice.ts'

/** What a plan is changed to when its price is another one, in minor units. */
export function changePrice(plan: PlanEntry, amount: number): BodyInput<'updatePlan'> {
  const price = planPrice(plan)
  return {
    charges: (plan.charges ?? []).map((charge, at) =>
      at === price?.at ? { ...charge, pricing: repriced(charge.pricing, amount) } : charge,
    ),
  }
}

const repriced = (pricing: ChargeEntry['pricing'], amount: number): ChargeEntry['pricing'] =>
  pricing.model === 'per_unit'
    ? { ...pricing, unitAmount: String(amount) }
    : { model: 'flat', amount }
