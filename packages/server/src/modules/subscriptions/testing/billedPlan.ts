import type { Plan, Pricing } from '@purser/contract'
import type { BillLine } from '../../invoicing/core.ts'
import type { LineBilledAhead } from '../../invoicing/read.ts'
import type { BilledPlan } from '../period/chargeLines.core.ts'

type Charge = Plan['charges'][number]

export const flatPricing = (amount: number): Pricing => ({ model: 'flat', amount })
export const perUnitPricing = (unitAmount: string): Pricing => ({ model: 'per_unit', unitAmount })

/** A recurring charge in advance, with the given changes. */
export const chargeOf = (
  terms: Partial<Charge> & Pick<Charge, 'pricing'>,
  id = 'chg_1',
): Charge => ({
  id,
  type: 'recurring',
  name: 'Base fee',
  metricId: terms.type === 'usage' ? 'met_1' : null,
  featureSlug: null,
  quantity: terms.type === 'usage' ? null : 1,
  timing: terms.type === 'usage' ? 'in_arrears' : 'in_advance',
  minimum: null,
  filters: [],
  ...terms,
})

export const planOf = (
  charges: readonly Charge[],
  quantities: BilledPlan['quantities'] = {},
): BilledPlan => ({
  subscriptionId: 'sub_1',
  planId: 'pln_1',
  planName: 'Pro',
  charges: [...charges],
  quantities,
})

/** The lines as invoicing reads them after they were billed without a discount. */
export const prepaidBy = (lines: readonly BillLine[]): LineBilledAhead[] =>
  lines.flatMap(({ subscriptionId, periodStart, periodEnd, ...line }) =>
    subscriptionId && periodStart && periodEnd
      ? [
          {
            subscriptionId,
            planId: line.planId,
            chargeId: line.chargeId,
            description: line.description,
            amount: line.amount,
            periodStart,
            periodEnd,
          },
        ]
      : [],
  )
