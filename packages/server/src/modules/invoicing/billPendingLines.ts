import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import { scopeOf } from '../organizations/read.ts'
import { billLinesOwed } from './billLinesOwed.ts'
import type { Billing } from './settleInvoicePayment.ts'
import { findLinesOwed, type LinesOwed } from './store/duePendingLines.ts'

/** Bills what waited for an invoice until the end of its month and found none. */
export const billPendingLines = (
  billing: Pick<Billing, 'db' | 'tax'>,
  clock: Clock,
): Promise<void> =>
  workThrough<LinesOwed>(
    'customers with pending lines',
    (last) => findLinesOwed(billing.db, clock.now(), last),
    async ({ environmentId, ...of }) => {
      const scope = await scopeOf(billing.db, environmentId, clock.now())
      await billLinesOwed(billing, scope, of)
    },
  )
