import type { ReadEntitlement } from '@purser/pricing-reader'
import { plainName } from '../draft/names.core.ts'
import { unitKey } from './units.core.ts'

/** A feature whose unit differs between tiers. */
export interface ConvertedFeature {
  /** The name with the unit that all tiers are converted to. */
  name: string
  factor: number
}

/** Units of one kind, as factors of the first. */
const KINDS: readonly { unit: string; sizes: Readonly<Record<string, number>> }[] = [
  { unit: 'GB', sizes: { gb: 1, kb: 1e-6, mb: 1e-3, tb: 1e3, pb: 1e6 } },
  { unit: 'days', sizes: { day: 1, week: 7, month: 30, year: 365 } },
]

/**
 * Finds features that some tiers state in MB and others in GB, or in days and in years. Returns the
 * common unit of each.
 */
export function findMeasures(
  entitlements: readonly ReadEntitlement[],
): Map<string, ConvertedFeature> {
  const families = new Map<string, { unit: string; units: Set<string>; members: Member[] }>()
  for (const { feature, value } of entitlements) {
    const member = typeof value === 'number' ? memberOf(feature) : null
    if (!member) continue
    const id = `${member.unit} ${member.stem}`
    const family = families.get(id) ?? { unit: member.unit, units: new Set(), members: [] }
    families.set(id, family)
    family.units.add(member.word)
    family.members.push(member)
  }
  const measured = new Map(
    [...families.values()]
      .filter(({ units }) => units.size > 1)
      .flatMap(({ unit, members }) =>
        members.map(({ feature, factor }): [string, ConvertedFeature] => [
          feature,
          { name: plainName(feature).replace(/\p{L}+(?=\W*$)/u, unit), factor },
        ]),
      ),
  )
  // "Unlimited storage" and "5 GB storage" are the same feature.
  for (const { feature, value } of entitlements) {
    if (typeof value === 'number' || value === undefined) continue
    const key = unitKey(plainName(feature))
    const family = [...families.values()].find(({ members }) => members[0]?.stem === key)
    const name = family?.members[0]?.feature
    if (name === undefined) continue
    measured.set(feature, { name: measured.get(name)?.name ?? plainName(name), factor: 1 })
  }
  return measured
}

interface Member {
  feature: string
  unit: string
  /** The words before the unit. */
  stem: string
  word: string
  factor: number
}

function memberOf(feature: string): Member | null {
  const words = unitKey(plainName(feature)).split(' ')
  const word = words.at(-1) ?? ''
  const stem = words.slice(0, -1).join(' ')
  for (const { unit, sizes } of KINDS) {
    const factor = Object.hasOwn(sizes, word) ? sizes[word] : undefined
    if (factor !== undefined && stem !== '') return { feature, unit, stem, word, factor }
  }
  return null
}
