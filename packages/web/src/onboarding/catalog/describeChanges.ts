import { type CatalogChange, type CatalogKind, sectionOf } from '@purser/contract/client'
import type { Catalog } from './Catalog.ts'
import { kindNames } from './kindNames.ts'
import { describeInterval, formatMoney, planPrice } from './prices.ts'

interface DescribedChange {
  readonly action: CatalogChange['action']
  /** What happens, such as `New tiers`. */
  readonly title: string
  /** To what it happens. */
  readonly names: readonly string[]
  readonly fields: readonly DescribedField[]
}

const TITLES: Readonly<Record<CatalogChange['action'], (what: string) => string>> = {
  create: (what) => `New ${what}`,
  update: (what) => `Changed ${what}`,
  new_version: (what) => `New version, which subscribers do not have yet, of the ${what}`,
  restore: (what) => `Back in use: ${what}`,
  archive: (what) => `No longer offered: ${what}`,
  publish: (what) => `On sale: ${what}`,
}

/** What people look at first comes first. */
const ORDER: readonly CatalogKind[] = [
  'product',
  'tier',
  'plan',
  'creditPackage',
  'creditCurrency',
  'feature',
  'metric',
  'coupon',
]

/**
 * Changes of a catalog in words, with the names that the catalog has for things. What happens to
 * several of a kind alike is said once.
 */
export function describeChanges(
  changes: readonly CatalogChange[],
  catalog: Catalog,
): DescribedChange[] {
  const groups = Map.groupBy(
    changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    ({ action, kind, slug, fields }) =>
      fields.length > 0 ? `${action} ${kind} ${slug}` : `${action} ${kind}`,
  )
  return [...groups.values()].flatMap((alike): DescribedChange[] => {
    const [first] = alike
    if (!first) return []
    const { action, kind, slug, fields } = first
    const [one, many] = kindNames[kind]
    const entry: object | undefined = catalog[sectionOf[kind]]?.[slug]
    return [
      {
        action,
        title: TITLES[action](alike.length === 1 ? one : many),
        names: alike.map((change) => nameOf(change, catalog)),
        fields: fields.map((field) => describeField(field, entry, catalog)),
      },
    ]
  })
}

/** A plan is known by its price as well. */
function nameOf({ kind, slug, fields }: CatalogChange, catalog: Catalog): string {
  const entry: object | undefined = catalog[sectionOf[kind]]?.[slug]
  const name = entry && 'name' in entry ? String(entry.name) : slug
  const plan = kind === 'plan' && fields.length === 0 ? catalog.plans?.[slug] : undefined
  const price = plan && planPrice(plan)
  return plan && price
    ? `${name} (${formatMoney(price.amount, plan.currency)} ${describeInterval(plan.interval, plan.intervalCount)})`
    : name
}

interface DescribedField {
  readonly label: string
  readonly before: string
  readonly after: string
}

const PARTS: Readonly<Record<string, string>> = {
  charges: 'charge',
  entitlements: 'entitlement',
  grantRules: 'credits',
}

const IS_MONEY = /(^|\.)(amount|unitAmount|flatAmount|price)$/

/** One field of a change in words: `entitlements.2.value` is that of “API calls”. */
function describeField(
  { path, before, after }: CatalogChange['fields'][number],
  entry: object | undefined,
  catalog: Catalog,
): DescribedField {
  const currency = entry && 'currency' in entry ? String(entry.currency) : null
  const isMoney = IS_MONEY.test(path) && !path.startsWith('grantRules')
  const show = (value: unknown) =>
    isMoney && currency !== null && (typeof value === 'number' || typeof value === 'string')
      ? formatMoney(value, currency)
      : showValue(value)
  const whole = before ?? after
  return { label: labelOf(path, entry, whole, catalog), before: show(before), after: show(after) }
}

function labelOf(
  path: string,
  entry: object | undefined,
  whole: unknown,
  catalog: Catalog,
): string {
  const [part = '', at, ...rest] = path.split('.')
  const what = PARTS[part] ?? spaced(part)
  if (at === undefined) return what
  const list: unknown = entry && Object.entries(entry).find(([key]) => key === part)?.[1]
  const item: unknown = Array.isArray(list) ? list[Number(at)] : undefined
  // Of something that came or went as a whole, the change itself says what it is.
  const name = itemNameOf(rest.length === 0 ? whole : item, catalog)
  const isPrice = part === 'charges' && IS_MONEY.test(rest.join('.'))
  const detail = rest
    .filter((key) => !['value', 'amount', 'unitAmount', 'pricing'].includes(key))
    .map(spaced)
  return [name ?? what, ...(isPrice ? ['price'] : detail)].join(', ')
}

function itemNameOf(item: unknown, catalog: Catalog): string | null {
  if (typeof item !== 'object' || item === null) return null
  if ('name' in item) return String(item.name)
  if ('featureSlug' in item) {
    const slug = String(item.featureSlug)
    return catalog.features?.[slug]?.name ?? slug
  }
  if ('creditCurrencyId' in item) {
    const slug = String(item.creditCurrencyId)
    return catalog.creditCurrencies?.[slug]?.name ?? slug
  }
  return null
}

const spaced = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  // A whole charge or right: what it is called stands before it.
  const said = Object.entries(value).flatMap(([key, part]) =>
    (typeof part === 'string' || typeof part === 'number') && !/(name|slug|id)$/i.test(key)
      ? [`${spaced(key)} ${part}`]
      : [],
  )
  return said.join(', ') || 'included'
}
