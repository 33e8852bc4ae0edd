import type { ReadCredits, ReadEntitlement, ReadTier, ReadUnitPrice } from '@purser/pricing-reader'
import { isSeat, nameKey, unitKey, wordsOf } from '../units/units.core.ts'
import { type Notes, plainName } from './names.core.ts'

/** A tier with its own features first, and then the inherited ones, the nearest first. */
export interface WholeTier {
  readonly read: ReadTier
  readonly name: string
  /** Unique by the key of the feature's name, except within one tier. */
  readonly entitlements: readonly ReadEntitlement[]
  readonly credits: ReadCredits | null
  readonly overage: readonly ReadUnitPrice[]
}

/** Adds the inherited features to every tier. */
export function expandTiers(tiers: readonly ReadTier[], notes: Notes): WholeTier[] {
  return tiers.map((read, index) => {
    const name = plainName(read.name) || `Tier ${index + 1}`
    const line = ancestorsOf(read, index, tiers, name, notes)
    const seen = new Set<string>()
    const entitlements: ReadEntitlement[] = []
    let isBySeat = false
    for (const tier of [read, ...line]) {
      const added = tier.entitlements.filter(({ feature, value }) => {
        const key = nameKey(feature)
        // With a price per seat, the number of seats of a smaller tier does not apply.
        const isOutgrown = isBySeat && typeof value === 'number' && isSeat(feature)
        return key !== '' && !seen.has(key) && !isOutgrown
      })
      isBySeat ||= tier.perSeat === true
      entitlements.push(...added)
      for (const { feature } of added) seen.add(nameKey(feature))
      // A tier that excludes a feature does not inherit it either.
      for (const feature of tier.excluded) seen.add(nameKey(feature))
    }
    return {
      read,
      name,
      entitlements,
      credits: [read, ...line].find(({ credits }) => credits)?.credits ?? null,
      overage: overageOf([read, ...line]),
    }
  })
}

function overageOf(line: readonly ReadTier[]): ReadUnitPrice[] {
  const byUnit = new Map<string, ReadUnitPrice>()
  for (const { overage } of line) {
    for (const price of overage) {
      const key = unitKey(price.unit)
      if (!byUnit.has(key)) byUnit.set(key, price)
    }
  }
  return [...byUnit.values()]
}

/** The tiers that a tier inherits from, nearest first. Stops at a cycle. */
function ancestorsOf(
  read: ReadTier,
  index: number,
  tiers: readonly ReadTier[],
  name: string,
  notes: Notes,
): ReadTier[] {
  const line: ReadTier[] = []
  const walked = new Set([index])
  let [at, current] = [index, read]
  while (current.inherits !== undefined) {
    const parent = findParent(current.inherits, at, tiers)
    if (parent === null) {
      notes.miss(
        `"${name}" includes everything in "${plainName(current.inherits)}", but no tier with that name was found.`,
      )
      break
    }
    const next = tiers[parent]
    if (walked.has(parent) || !next) break
    walked.add(parent)
    line.push(next)
    at = parent
    current = next
  }
  return line
}

const PREVIOUS = /^(?:the\s+)?(?:previous|above|lower|all (?:of )?(?:the )?above)\b/i
const CALLED = new Set([
  'plan',
  'tier',
  'edition',
  'package',
  'bundle',
  'feature',
  'everything',
  'all',
])

/** Finds a tier by name: the same words, or else the nearest earlier tier that contains them. */
function findParent(wanted: string, from: number, tiers: readonly ReadTier[]): number | null {
  if (PREVIOUS.test(wanted.trim())) return from > 0 ? from - 1 : null
  const plain = (text: string) => {
    const words = wordsOf(text)
    const telling = words.filter((word) => !CALLED.has(word))
    return (telling.length > 0 ? telling : words).join(' ')
  }
  const key = plain(wanted)
  if (key === '') return null
  const others = tiers
    .map(({ name }, index) => ({ key: plain(name), index }))
    .filter(({ index }) => index !== from)
    // Earlier tiers come first, the nearest one at the top.
    .sort((a, b) => distance(a.index, from) - distance(b.index, from))
  const found =
    others.find((other) => other.key === key) ??
    others.find((other) => ` ${other.key} `.includes(` ${key} `)) ??
    others.find((other) => other.key !== '' && ` ${key} `.includes(` ${other.key} `))
  return found?.index ?? null
}

const distance = (index: number, from: number): number =>
  index < from ? from - index : 1_000 + index - from
