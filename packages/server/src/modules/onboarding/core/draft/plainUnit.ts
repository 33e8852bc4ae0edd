import type { ReadUnitPrice } from '../offer.ts'
import { plainName } from './plainName.ts'

/** How many units one of a unit is that pages price instead of the unit itself. */
const MULTIPLES: readonly [RegExp, string, number][] = [
  [/\bm(?:illion)?[ -]?tok(?:en)?s?\b|\b1m tokens?\b/i, 'tokens', 1_000_000],
  [/\bk[ -]?tok(?:en)?s?\b|\b1k tokens?\b/i, 'tokens', 1_000],
]
/** Units as they are cut short. */
const SHORT: readonly [RegExp, string][] = [
  [/\bmins?\.?$/i, 'minutes'],
  [/\bhrs?\.?$/i, 'hours'],
  [/\bsecs?\.?$/i, 'seconds'],
  [/\bmsgs?\.?$/i, 'messages'],
]
const IN_CREDITS = /\s*\((?:in )?credits?\)\s*$/i
const FIRST_WORDS = /^(?:(?:each|every|per|an?|additional|extra|overage|further|more)\s+)+/i

/** A unit price with its unit in plain words: "Opus input MTok" is a million "Opus input tokens". */
export function plainUnit(price: ReadUnitPrice): ReadUnitPrice {
  const inCredits = price.inCredits === true || IN_CREDITS.test(price.unit)
  const bare = price.unit.replace(IN_CREDITS, '').trim()
  const said = bare.replace(FIRST_WORDS, '') || bare
  const before = SHORT.reduce(
    (text, [short, whole]) => text.replace(short, whole),
    said.split(/\s+per\s+|\s*\/\s*/i)[0] || said,
  )
  for (const [pattern, unit, factor] of MULTIPLES) {
    if (!pattern.test(before)) continue
    const name = plainName(before.replace(pattern, unit).replace(/\b(\w+) \1$/i, '$1'))
    return { ...price, unit: name, per: price.per * factor, inCredits }
  }
  return { ...price, unit: plainName(before), inCredits }
}
