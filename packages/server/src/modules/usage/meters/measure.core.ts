import { hash } from 'node:crypto'
import { type Amount, compare, ONE, parseAmount, ZERO } from '../../../kernel/amount.ts'
import type { Metric } from '../../catalog/read.ts'
import type { Properties, UsageEvent } from '../event/event.core.ts'

/** The contribution of one event to a metric: an amount, or for `unique` a value. */
export type Measure = { amount: Amount } | { member: string }

/** Counters hold 15 digits. A single event that would fill one is a mistake. */
const MAX_AMOUNT = parseAmount('1000000000000000')
/** Longer values are hashed, because an index entry must stay small. */
const MAX_MEMBER = 200

type Filter = Metric['filter']

/** Returns whether the properties match every filter. */
export const matchesFilters = (filters: Filter, properties: Properties): boolean =>
  filters.every((filter) => filter.in.some((value) => value === properties[filter.property]))

/**
 * Measures an event. Returns null when the metric does not apply to it, and a problem when the
 * measured property is not a quantity.
 */
export function measure(metric: Metric, event: UsageEvent): Measure | null | { problem: string } {
  if (!matchesFilters(metric.filter, event.properties)) return null
  if (metric.aggregation === 'count') return { amount: ONE }
  if (metric.property === null) return { amount: event.quantity }
  const value = event.properties[metric.property]
  if (value === undefined || value === null) return null
  if (metric.aggregation === 'unique') return readMember(metric.property, value)
  return readAmount(metric.property, value)
}

function readMember(property: string, value: unknown): Measure | { problem: string } {
  if (typeof value === 'object') {
    return {
      problem: `properties.${property} must be a string, a number or a boolean, because the metric counts its values`,
    }
  }
  const member = String(value)
  return { member: member.length <= MAX_MEMBER ? member : hash('sha256', member, 'hex') }
}

function readAmount(property: string, value: unknown): Measure | { problem: string } {
  const problem = {
    problem: `properties.${property} must be a number of at least 0 with at most 9 decimals, because the metric measures it`,
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return problem
  try {
    const amount = parseAmount(value)
    return compare(amount, ZERO) < 0 || compare(amount, MAX_AMOUNT) >= 0 ? problem : { amount }
  } catch {
    return problem
  }
}
