import type { ReadEntitlement } from '../offer.ts'
import { CONFIDENCE, LENGTH } from '../thresholds.ts'
import { alternatives } from '../words/composeWords.ts'
import { CROSSES, DASHES, DOTS, TICKS } from '../words/symbols.ts'
import { WordSearch } from '../words/WordSearch.ts'
import { featureName } from './featureName.ts'
import { plainLine } from './plainLine.ts'
import { findCounts, findUnlimited } from './quantities/findCounts.ts'
import { findPeriods } from './quantities/findPeriods.ts'
import { readMeasure } from './quantities/readMeasure.ts'
import { readQuantity } from './quantities/readQuantity.ts'
import { quotaType } from './readFeatureLine.ts'

/** The meaning of a cell in a row of a comparison. */
export type RowReading =
  | { kind: 'granted'; entitlement: ReadEntitlement }
  | { kind: 'excluded'; feature: string }
  | { kind: 'nothing' }

/** Returns alternatives. A class with emoji would need the flag `u`, which `WordSearch` lacks. */
const either = (marks: string): string => [...marks].join('|')
const TICK = new WordSearch(
  (among) => `^(?:${either(TICKS + DOTS)}|${alternatives(({ included }) => included, among)})$`,
)
const CROSS = new WordSearch(
  (among) =>
    `^(?:(?:${either(`${CROSSES}×${DASHES}`)})+|x|0|${alternatives(({ notIncluded }) => notIncluded, among)})$`,
)
const LEAD = new WordSearch(
  (among) =>
    `^(?:[~≤<+]|${alternatives(({ cellLead }) => cellLead, among)}|${alternatives(({ firstOnes }) => firstOnes, among)}|${alternatives(({ upTo }) => upTo, among)})?\\s*$`,
)

/** Returns true for a cell that only says yes or no. */
export function isYesOrNo(cell: string): boolean {
  return TICK.isIn(cell) || (CROSS.isIn(cell) && cell !== '0')
}

/** Reads a cell of a comparison together with the label of its row. */
export function readRow(
  label: string,
  cell: string,
  evidence: string,
  confidence: number,
): RowReading {
  const name = plainLine(label)
  const value = cell.trim()
  if (!/\p{L}/u.test(name) || value === '') return { kind: 'nothing' }
  if (CROSS.isIn(value)) return { kind: 'excluded', feature: featureName(name) }
  if (TICK.isIn(value)) {
    const quantity = readQuantity(name)
    // In "5 languages ✓" the number is in the label.
    if (quantity !== undefined)
      return granted(quantity.feature, quantity.value, quantity.period, evidence, confidence)
    return {
      kind: 'granted',
      entitlement: { feature: featureName(name), type: 'boolean', evidence, confidence },
    }
  }
  return readValue(name, plainLine(value), evidence, confidence)
}

function readValue(name: string, cell: string, evidence: string, confidence: number): RowReading {
  const labelPeriods = findPeriods(name)
  const labelPeriod = labelPeriods[0]?.period
  const feature = featureName(withoutSpans(name, labelPeriods))
  if (findUnlimited(cell) !== undefined)
    return granted(
      feature,
      'unlimited',
      findPeriods(cell)[0]?.period ?? labelPeriod,
      evidence,
      confidence,
    )
  const [count] = findCounts(cell)
  if (count !== undefined && LEAD.isIn(cell.slice(0, count.start))) {
    const period = findPeriods(cell)[0]?.period ?? labelPeriod
    const measure = readMeasure(cell.slice(count.end))
    const rest = cell.slice(count.end + (measure?.length ?? 0))
    const afterUnit = withoutSpans(rest, findPeriods(rest)).replace(/^[\s+.]+|[\s.]+$/gu, '')
    const noun = afterUnit.replace(/^[\s/]+/u, '')
    // "10,000 calls" beside "API": the label is the name, unless the cell states a number per user.
    const scope = /^(?:\/|per)\s?\p{L}/iu.test(afterUnit)
      ? `per ${noun.replace(/^per\s+/iu, '')}`
      : ''
    const unit = [measure?.unit ?? '', scope].filter((part) => part !== '').join(' ')
    if (noun.length <= LENGTH.rowUnit)
      return granted(nameWithUnit(feature, unit), count.value, period, evidence, confidence)
  }
  if (cell.length > LENGTH.rowValue || /\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(cell))
    return { kind: 'nothing' }
  return {
    kind: 'granted',
    entitlement: {
      feature,
      type: 'config',
      value: cell,
      evidence,
      confidence: confidence * CONFIDENCE.textValue,
    },
  }
}

function granted(
  feature: string,
  value: number | string,
  period: ReadEntitlement['period'],
  evidence: string,
  confidence: number,
): RowReading {
  if (value === 0) return { kind: 'excluded', feature }
  const type = quotaType(feature, period)
  return {
    kind: 'granted',
    entitlement: {
      feature,
      type,
      value,
      ...(period === undefined ? {} : { period }),
      evidence,
      confidence,
    },
  }
}

function nameWithUnit(feature: string, unit: string): string {
  if (unit === '') return feature
  return feature.toLowerCase().includes(unit.toLowerCase()) ? feature : `${feature} (${unit})`
}

function withoutSpans(text: string, spans: readonly { start: number; end: number }[]): string {
  return [...spans]
    .reverse()
    .reduce((rest, span) => `${rest.slice(0, span.start)} ${rest.slice(span.end)}`, text)
    .replace(/\s+/gu, ' ')
    .trim()
}
