import type { CatalogChange } from '@purser/contract/client'
import type { Catalog } from './Catalog.ts'
import { formatMoney } from './formatMoney.ts'
import { kindNames } from './kindNames.ts'
import { sectionOf } from './sectionOf.ts'

interface DescribedField {
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface DescribedChange {
  readonly title: string
  readonly fields: readonly DescribedField[]
}

const TITLES: Readonly<Record<CatalogChange['action'], (what: string) => string>> = {
  create: (what) => `New ${what}`,
  update: (what) => `Change of the ${what}`,
  new_version: (what) => `New version of the ${what}; subscribers keep theirs`,
  restore: (what) => `Back in use: ${what}`,
  archive: (what) => `No longer offered: ${what}`,
  publish: (what) => `On sale: ${what}`,
}

/** A change of the catalog in words, with the names that the sandbox has for things. */
export function describeChange(
  { action, kind, slug, fields }: CatalogChange,
  catalog: Catalog,
): DescribedChange {
  const entry: object | undefined = catalog[sectionOf[kind]]?.[slug]
  const name = entry && 'name' in entry ? String(entry.name) : slug
  return {
    title: TITLES[action](`${kindNames[kind][0]} “${name}”`),
    fields: fields.map(({ path, before, after }) => {
      const show = (value: unknown) => showValue(value, path, entry)
      return { label: labelOf(path, entry, catalog), before: show(before), after: show(after) }
    }),
  }
}

const PARTS: Readonly<Record<string, string>> = {
  charges: 'charge',
  entitlements: 'entitlement',
  grantRules: 'credits',
  price: 'price',
  credits: 'credits',
}

/** `entitlements.2.value` as `entitlement “API calls”`: what it is of, where the catalog knows. */
function labelOf(path: string, entry: object | undefined, catalog: Catalog): string {
  const [part = '', at, ...rest] = path.split('.')
  if (at === undefined) return PARTS[part] ?? spaced(part)
  const list: unknown = entry && Object.entries(entry).find(([key]) => key === part)?.[1]
  const item: unknown = Array.isArray(list) ? list[Number(at)] : undefined
  const named = nameOf(item, catalog)
  if (/(^|\.)(amount|unitAmount)$/.test(rest.join('.')) && part === 'charges') {
    return named ? `price “${named}”` : 'price'
  }
  const what = PARTS[part] ?? spaced(part)
  const detail = rest.filter((key) => key !== 'value' && key !== 'amount').map(spaced)
  return [named ? `${what} “${named}”` : what, ...detail].join(', ')
}

function nameOf(item: unknown, catalog: Catalog): string | null {
  if (typeof item !== 'object' || item === null) return null
  if ('name' in item) return String(item.name)
  if (!('featureSlug' in item)) return null
  const slug = String(item.featureSlug)
  return catalog.features?.[slug]?.name ?? slug
}

const spaced = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function showValue(value: unknown, path: string, entry: object | undefined): string {
  const isMoney = /(^|\.)(amount|unitAmount|flatAmount|price)$/.test(path)
  const isOfCredits = path.startsWith('grantRules')
  const isAmount = typeof value === 'number' || typeof value === 'string'
  if (isMoney && !isOfCredits && isAmount && entry && 'currency' in entry) {
    return formatMoney(value, String(entry.currency))
  }
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  return summarise(value)
}

/** A whole charge or right that came or went: the name of it, and what it comes to. */
function summarise(value: object): string {
  const said = Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' || typeof part === 'number' ? [`${spaced(key)} ${part}`] : [],
  )
  return said.join(', ') || JSON.stringify(value)
}
