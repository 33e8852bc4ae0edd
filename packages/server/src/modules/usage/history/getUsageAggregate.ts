import type { QueryOf, ResponseOf, usageEndpoints } from '@purser/contract'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { invalidRequest, notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS, utcDay } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { readCustomerSnapshots } from '../../customers/read.ts'
import { listUsageDays } from './usageEvents.sql.ts'

/** Returns a customer's usage per UTC day and event name. */
export async function getUsageAggregate(
  tx: Tx,
  scope: Scope,
  customerId: string,
  query: QueryOf<typeof usageEndpoints.getUsageAggregate>,
): Promise<ResponseOf<typeof usageEndpoints.getUsageAggregate>> {
  const { environmentId } = scope
  const [customer] = await readCustomerSnapshots(sessionOf(tx), [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const to = utcDay(
    query.to === undefined ? currentTimeOf(customer, scope.now) : new Date(query.to),
  )
  const from = query.from
    ? utcDay(new Date(query.from))
    : utcDay(new Date(Date.parse(to) - (query.days - 1) * DAY_MS))
  if (from > to) {
    throw invalidRequest([{ path: 'query.from', message: 'must not be after `to`' }])
  }
  const days = await listUsageDays(tx, environmentId, customerId, {
    from,
    to,
    eventName: query.eventName,
  })
  return {
    data: days.map(({ total, ...day }) => ({ ...day, total: toNearestNumber(total) })),
    nextCursor: null,
    from,
    to,
  }
}
