import type { ResponseOf, usageEndpoints } from '@purser/contract'
import { isZero, toNearestNumber, ZERO } from '../../../kernel/amount.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { findMetric } from '../../catalog/read.ts'
import { type ReadSubject, readSubject } from '../rights/readSubject.ts'
import { routeMetric } from '../rights/route.core.ts'
import { readCounters } from './counters.sql.ts'
import { spanAt } from './span.core.ts'
import { counterMapKey } from './tallies.core.ts'

type UsageMeter = ResponseOf<typeof usageEndpoints.getUsageMeter>

/** Returns a customer's usage and limit of a metric in the current period. */
export async function getUsageMeter(
  tx: Tx,
  scope: Scope,
  { customerId, metricId }: { customerId: string; metricId: string },
  caches: ReadSubject,
): Promise<UsageMeter> {
  const found = await findMetric(tx, scope.environmentId, metricId)
  const customer = await readSubject(tx, scope, customerId, caches)
  const { catalog, rights, environmentId, bucket, timezone, now } = customer
  const metric = found ? catalog.metrics.get(found.id) : undefined
  if (!metric) throw notFound('metric', metricId)
  const { meters, limits, metered } = routeMetric(catalog, rights, metric)
  const allowance = limits.find(({ feature }) => feature === metered)?.groups[0]
  const meter = meters[allowance?.meter ?? 0]
  if (!meter) throw notFound('metric', metricId)
  const subscription =
    meter.subscription === null ? null : (rights.subscriptions[meter.subscription] ?? null)
  const span = spanAt(meter.period, now, timezone, subscription)
  const key = {
    environmentId,
    bucket,
    customerId,
    metricId: metric.id,
    span: span.key,
    slot: span.slot,
  }
  const counter = (await readCounters(sessionOf(tx), [key])).get(counterMapKey(key))
  const usage =
    counter && counter.periodStart.getTime() === span.start.getTime() ? counter.value : ZERO
  const used = toNearestNumber(usage)
  const limit = allowance ? toNearestNumber(allowance.limit) : null
  return {
    metricId: metric.id,
    metricName: metric.name,
    usage: used,
    limit,
    isUnlimited: limit === null,
    percentage:
      limit === null
        ? 0
        : allowance && isZero(allowance.limit)
          ? 100
          : Math.min(100, (used / limit) * 100),
  }
}
