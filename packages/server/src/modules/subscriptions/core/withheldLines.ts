import { ONE, parseAmount } from '../../../kernel/amount.ts'
import type { BillLine } from '../../invoicing/index.ts'
import type { BilledPlan } from './chargeLines.ts'

/** Takes back from unused time what its credits were worth that are used already. */
export const withheldLines = (
  { subscriptionId, planId, planName }: BilledPlan,
  withheld: number,
): BillLine[] =>
  withheld === 0
    ? []
    : [
        {
          type: 'proration',
          description: `${planName} – credits used ahead of time`,
          subscriptionId,
          planId,
          chargeId: null,
          metricId: null,
          quantity: ONE,
          unitAmount: parseAmount(withheld),
          amount: withheld,
          isDiscountable: false,
          periodStart: null,
          periodEnd: null,
        },
      ]
