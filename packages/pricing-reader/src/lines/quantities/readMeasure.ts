import { anyOf, SPACED_LANGUAGES, UNSPACED_LANGUAGES } from '../../words/composeWords.ts'
/** A unit directly after a number, and its spelling after the name of a feature. */
export interface UnitReading {
  unit: string
  kind: 'size' | 'speed' | 'duration'
  length: number
}

const SIZE = new RegExp(
  String.raw`^\s?([KMGTP]i?B|[kK][bB]|gb|mb|tb|${anyOf(({ sizes }) => sizes)})(?![\p{L}\p{N}])`,
  'u',
)
const SPEED = new RegExp(
  String.raw`^\s?([KMG]bps|[KMG]bit\/s|[KMG]B\/s|GHz|MHz|${anyOf(({ speeds }) => speeds)})(?![\p{L}\p{N}])`,
  'iu',
)
const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
const DURATIONS: readonly (readonly [string, RegExp])[] = [
  ...UNITS.map(
    (unit) =>
      [
        unit,
        new RegExp(
          String.raw`^[\s-]?${anyOf(({ durations }) => durations?.[unit], SPACED_LANGUAGES)}(?![\p{L}\p{N}])`,
          'iu',
        ),
      ] as const,
  ),
  ...UNITS.map(
    (unit) =>
      [
        unit,
        new RegExp(
          String.raw`^\s?${anyOf(({ durations }) => durations?.[unit], UNSPACED_LANGUAGES)}`,
          'u',
        ),
      ] as const,
  ),
]

/** Reads the unit at the beginning of the text after a number: "GB", "-day", "Mbps", "時間". */
export function readMeasure(after: string): UnitReading | undefined {
  const size = SIZE.exec(after)
  if (size !== null) return { unit: size[1] ?? '', kind: 'size', length: size[0].length }
  const speed = SPEED.exec(after)
  if (speed !== null) return { unit: speed[1] ?? '', kind: 'speed', length: speed[0].length }
  for (const [unit, pattern] of DURATIONS) {
    const match = pattern.exec(after)
    if (match !== null) return { unit, kind: 'duration', length: match[0].length }
  }
  return undefined
}
