import type { BillLine } from '../../invoicing/index.ts'
import { advanceLines, type BilledPlan, oneOffLines } from './chargeLines.ts'
import type { BilledPeriod } from './periodFrom.ts'

/** What is asked when a period begins; a plan that begins asks for its one-off charges too. */
export const openingLines = (
  plan: BilledPlan,
  { period: { start, end }, portion }: BilledPeriod,
  { isFirst }: { isFirst: boolean },
): BillLine[] => [
  ...(end === null ? [] : advanceLines(plan, { start, end }, portion)),
  ...(isFirst ? oneOffLines(plan, start) : []),
]
