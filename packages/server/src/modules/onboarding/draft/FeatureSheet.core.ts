import type { Grounds, QuotaPeriod, ReadEntitlement, ReadUnitPrice } from '@purser/pricing-reader'
import { type ConvertedFeature, findMeasures } from '../units/findMeasures.core.ts'
import { nameKey, nameUnits, plural, unitKey } from '../units/units.core.ts'
import { capitalizeName, moreConfident, type Notes, plainName } from './names.core.ts'
import { type FeatureValue, multiplyExactly, readValue } from './readValue.core.ts'

export type SheetType = 'boolean' | 'metered' | 'config'

/** A row of a comparison of all tiers: a feature, and its value in each tier. */
export interface SheetRow {
  readonly id: string
  /** Rows with the same key count the same thing. */
  readonly key: string
  name: string
  /** The counted thing, without the period that may be part of the name. */
  what: string
  /** Keyed by the index of the tier. */
  readonly readings: Map<number, FeatureValue>
  /** True if anything says that the feature is used up. Otherwise it is a limit. */
  isUsed: boolean
  grounds: Grounds
}

const PACE: ReadonlySet<QuotaPeriod> = new Set(['second', 'minute', 'hour'])
const A_PERIOD: Partial<Record<QuotaPeriod, string>> = {
  minute: 'a minute',
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
}
/** Words for a rate that do not name the limited thing. */
const PACE_ITSELF =
  /^(?:(?:api|rate|burst|limit|limiting|throttling|throughput|speed|max)(?: |$))+$/
const isPaced = ({ type, period }: ReadEntitlement): boolean =>
  type !== 'boolean' && period !== undefined && PACE.has(period)

/** The features of all tiers, each once, in page order. */
export class FeatureSheet {
  readonly rows: SheetRow[] = []
  readonly #measures: ReadonlyMap<string, ConvertedFeature>
  /** Keys that have several periods in one tier. Each period is a separate feature. */
  readonly #split: ReadonlySet<string>
  readonly #unpaced: ReadonlySet<string>
  /**
   * The thing that a rate limit without a name applies to: the only counted thing, or else API
   * requests.
   */
  readonly #paced: Pick<SheetRow, 'key' | 'what'>

  constructor(tiers: readonly (readonly ReadEntitlement[])[], notes: Notes) {
    this.#measures = findMeasures(tiers.flat())
    this.#split = new Set(tiers.flatMap(keysWithSeveralPeriods))
    this.#unpaced = new Set(
      tiers
        .flat()
        .filter((entitlement) => !isPaced(entitlement))
        .map(({ feature }) => unitKey(feature)),
    )
    const counted = new Map(
      tiers
        .flat()
        .filter((entitlement) => entitlement.type === 'metered' && !isPaced(entitlement))
        .map(({ feature }) => [unitKey(feature), capitalizeName(plainName(feature))]),
    )
    const [only, another] = counted
    this.#paced =
      only && !another
        ? { key: only[0], what: only[1] }
        : { key: 'api request', what: 'API requests' }
    for (const [tier, entitlements] of tiers.entries()) {
      for (const entitlement of entitlements) this.#add(tier, entitlement, notes)
    }
  }

  #add(tier: number, entitlement: ReadEntitlement, notes: Notes): void {
    const reading = readValue(entitlement)
    const said = nameOf(entitlement)
    if (said === '') return
    if (reading === null) {
      if (entitlement.value !== 0) {
        notes.miss(
          `"${said}" has a value that cannot be read. Tiers with that value are drafted without the feature.`,
        )
      }
      return
    }
    const measured = this.#measures.get(entitlement.feature)
    const value = measured ? convert(reading, measured.factor) : reading
    const identity = this.#identify(entitlement, measured?.name ?? said)
    const row = this.row(identity.id) ?? this.#open({ ...identity, grounds: entitlement })
    row.grounds = moreConfident(row.grounds, entitlement)
    // "1 project" and "5 projects" are the same feature, "Projects".
    if (isPluralOf(identity.name, row.name))
      Object.assign(row, { name: identity.name, what: identity.what })
    // The tier's own values come first and win over inherited values.
    if (!row.readings.has(tier)) row.readings.set(tier, asLimit(value, entitlement))
    row.isUsed ||= isUse(entitlement, value)
  }

  /** The row that an entitlement belongs to. */
  #identify(
    entitlement: ReadEntitlement,
    said: string,
  ): Pick<SheetRow, 'id' | 'key' | 'name' | 'what'> {
    const key = entitlement.type === 'boolean' ? nameKey(said) : unitKey(said)
    const { period } = entitlement
    const what = entitlement.value === 1 ? nameUnits(said) : capitalizeName(said)
    if (isPaced(entitlement) && period) {
      const pace = period === 'second' ? 'minute' : period
      if (PACE_ITSELF.test(key)) return { id: `${key}|${pace}`, name: what, ...this.#paced }
      const name = this.#unpaced.has(key) ? `${what} ${A_PERIOD[pace]}` : what
      return { id: `${key}|${pace}`, key, name, what }
    }
    if (!this.#split.has(key) || entitlement.type === 'boolean') {
      return { id: key, key, name: what, what }
    }
    const suffix = period && A_PERIOD[period]
    return {
      id: `${key}|${period ?? ''}`,
      key,
      name: suffix ? `${what} ${suffix}` : what,
      what,
    }
  }

  #open(row: Omit<SheetRow, 'readings' | 'isUsed'>): SheetRow {
    const opened = { ...row, readings: new Map(), isUsed: false }
    this.rows.push(opened)
    return opened
  }

  row(id: string): SheetRow | undefined {
    return this.rows.find((row) => row.id === id)
  }

  /** Rows that count the same thing. */
  rowsOf(key: string): SheetRow[] {
    return this.rows.filter((row) => row.key === key)
  }

  /** The row of a feature that is paid by use. It is unlimited if no tier limits it. */
  price(tier: number, unit: string, key: string, price: ReadUnitPrice): SheetRow {
    const row =
      this.rowsOf(key).find(({ readings }) => readings.has(tier)) ??
      this.row(key) ??
      this.#open({ id: key, key, name: nameUnits(unit), what: nameUnits(unit), grounds: price })
    row.isUsed = true
    if (!this.rowsOf(key).some(({ readings }) => readings.has(tier))) {
      row.readings.set(tier, { is: 'unlimited' })
    }
    return row
  }

  /** Adds a feature that the page implies but does not name, such as seats in a price per seat. */
  imply(name: string, grounds: Grounds): SheetRow {
    const key = nameKey(name) || name
    let id = key
    for (let number = 2; this.row(id); number++) id = `${key}|${number}`
    return this.#open({
      id,
      key: id,
      name: capitalizeName(name),
      what: capitalizeName(name),
      grounds,
    })
  }
}

/** The type that fits the values of all tiers. */
export function featureTypeOf({ isUsed, readings }: SheetRow): SheetType {
  if (isUsed) return 'metered'
  return [...readings.values()].every(({ is }) => is === 'included') ? 'boolean' : 'config'
}

/** A sentence about values that do not fit the type of their row, or null. */
export function describeDisagreement(row: SheetRow): string | null {
  const type = featureTypeOf(row)
  const said = new Set([...row.readings.values()].map(({ is }) => is))
  if (type === 'metered' && said.has('text')) {
    return `"${row.name}" is a number in some tiers and text in others. Where it is text, it is drafted as unlimited.`
  }
  if (type === 'metered' && said.has('included') && said.has('number')) {
    return `"${row.name}" has a number in some tiers and none in others. Where it has none, it is drafted as unlimited.`
  }
  if (type === 'config' && said.has('included')) {
    return `"${row.name}" has a value in some tiers and none in others. Where it has none, its value is "included".`
  }
  return null
}

const isPluralOf = (name: string, of: string): boolean =>
  name.toLowerCase() === of.toLowerCase().replace(/[a-z]+$/, plural) && name.length > of.length

const keysWithSeveralPeriods = (entitlements: readonly ReadEntitlement[]): string[] => {
  const periods = new Map<string, Set<QuotaPeriod | undefined>>()
  for (const entitlement of entitlements) {
    const { feature, type, period } = entitlement
    if (type === 'boolean' || isPaced(entitlement)) continue
    const key = nameKey(feature)
    periods.set(key, (periods.get(key) ?? new Set()).add(period))
  }
  return [...periods].filter(([, found]) => found.size > 1).map(([key]) => unitKey(key))
}

const isUse = ({ type, period }: ReadEntitlement, { is }: FeatureValue): boolean =>
  (type === 'metered' && is !== 'included') ||
  (is === 'number' && period !== undefined && type !== 'boolean')

/** A limit that does not reset remains a limit, even if other tiers have a quota. */
const asLimit = (reading: FeatureValue, { type }: ReadEntitlement): FeatureValue =>
  reading.is === 'number' && reading.period === null && type === 'config'
    ? { ...reading, isLimit: true }
    : reading

function convert(reading: FeatureValue, factor: number): FeatureValue {
  if (reading.is !== 'number') return reading
  return { ...reading, number: multiplyExactly(reading.number, factor) ?? reading.number }
}

const PERIOD_FIRST = /^(?:hourly|daily|weekly|monthly|quarterly|yearly|annual)\s+(?=.*\p{L})/iu

/** The name of a feature, without a number and a period before it. */
function nameOf({ feature, value, period }: ReadEntitlement): string {
  const whole = plainName(feature)
  const name = period === undefined ? whole : whole.replace(PERIOD_FIRST, '')
  if (typeof value !== 'number') return name
  const [, digits = '', rest = ''] = /^(\d[\d.,]*)\s+(.*\p{L}.*)$/u.exec(name) ?? []
  return digits !== '' && Number(digits.replace(/,/g, '')) === value ? rest : name
}
