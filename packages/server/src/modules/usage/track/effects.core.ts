import { type Amount, formatAmount, parseAmount } from '../../../kernel/amount.ts'
import type { Measure } from '../meters/measure.core.ts'

/**
 * The effect of an event on a counter. Stored in a compact form, because every event carries its
 * effects.
 */
export interface CounterEffect {
  metricId: string
  span: string
  slot: Date
  start: Date
  measure: Measure
}

export interface AccrualEffect {
  subscriptionId: string
  chargeId: string
  metricId: string
  start: Date
  measure: Measure
}

export interface Effects {
  counters: readonly CounterEffect[]
  accruals: readonly AccrualEffect[]
}

type StoredMeasure = string | [string]
type Stored = {
  c?: [metricId: string, span: string, slot: number, start: number, StoredMeasure][]
  a?: [subscriptionId: string, chargeId: string, metricId: string, start: number, StoredMeasure][]
}

const encodeMeasure = (measure: Measure): StoredMeasure =>
  'member' in measure ? [measure.member] : formatAmount(measure.amount as Amount)

const decodeMeasure = (stored: StoredMeasure): Measure =>
  typeof stored === 'string' ? { amount: parseAmount(stored) } : { member: stored[0] }

export const encodeEffects = ({ counters, accruals }: Effects): string => {
  const stored: Stored = {}
  if (counters.length > 0) {
    stored.c = counters.map(({ metricId, span, slot, start, measure }) => [
      metricId,
      span,
      slot.getTime(),
      start.getTime(),
      encodeMeasure(measure),
    ])
  }
  if (accruals.length > 0) {
    stored.a = accruals.map(({ subscriptionId, chargeId, metricId, start, measure }) => [
      subscriptionId,
      chargeId,
      metricId,
      start.getTime(),
      encodeMeasure(measure),
    ])
  }
  return JSON.stringify(stored)
}

export function decodeEffects(value: unknown): Effects {
  const { c = [], a = [] } = value as Stored
  return {
    counters: c.map(([metricId, span, slot, start, measure]) => ({
      metricId,
      span,
      slot: new Date(slot),
      start: new Date(start),
      measure: decodeMeasure(measure),
    })),
    accruals: a.map(([subscriptionId, chargeId, metricId, start, measure]) => ({
      subscriptionId,
      chargeId,
      metricId,
      start: new Date(start),
      measure: decodeMeasure(measure),
    })),
  }
}
