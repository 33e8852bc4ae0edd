import {
  type CatalogChange,
  type CatalogKind,
  renderMoney,
  sectionOf,
} from '@purser/contract/client'
import type { Catalog } from './Catalog.ts'
import { kindNames } from './kindNames.ts'
import { describeInterval, planPrice } from './prices.ts'

interface ChangeDescription {
  readonly action: CatalogChange['action']
  /** The action and the kind of object, such as `New tiers`. */
  readonly title: string
  /** The names of the changed objects. */
  readonly names: readonly string[]
  readonly fields: readonly FieldDescription[]
}

const TITLES: Readonly<Record<CatalogChange['action'], (kind: string) => string>> = {
  create: (kind) => `New ${kind}`,
  update: (kind) => `Changed ${kind}`,
  new_version: (kind) => `New version for new subscribers: ${kind}`,
  restore: (kind) => `Restored: ${kind}`,
  archive: (kind) => `No longer offered: ${kind}`,
  publish: (kind) => `On sale: ${kind}`,
}

/** Merchants look at the first kinds first. */
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
 * Describes changes of a catalog in words, with names from the catalog. Groups objects of one kind
 * that have the same action and no changed fields.
 */
export function describeChanges(
  changes: readonly CatalogChange[],
  catalog: Catalog,
): ChangeDescription[] {
  const groups = Map.groupBy(
    changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    ({ action, kind, slug, fields }) =>
      fields.length > 0 ? `${action} ${kind} ${slug}` : `${action} ${kind}`,
  )
  return [...groups.values()].flatMap((group): ChangeDescription[] => {
    const [first] = group
    if (!first) return []
    const { action, kind, slug, fields } = first
    const [one, many] = kindNames[kind]
    const entry: object | undefined = catalog[sectionOf[kind]]?.[slug]
    return [
      {
        action,
        title: TITLES[action](group.length === 1 ? one : many),
        names: group.map((change) => nameOf(change, catalog)),
        fields: fields.map((field) => describeField(field, entry, catalog)),
      },
    ]
  })
}

/** Returns the name of an object. The name of a plan includes its price. */
function nameOf({ kind, slug, fields }: CatalogChange, catalog: Catalog): string {
  const entry: object | undefined = catalog[sectionOf[kind]]?.[slug]
  const name = entry && 'name' in entry ? String(entry.name) : slug
  const plan = kind === 'plan' && fields.length === 0 ? catalog.plans?.[slug] : undefined
  const price = plan && planPrice(plan)
  return plan && price
    ? `${name} (${renderMoney(price.amount, plan.currency)} ${describeInterval(plan.interval, plan.intervalCount)})`
    : name
}

interface FieldDescription {
  readonly label: string
  readonly before: string
  readonly after: string
}

const PART_NAMES: Readonly<Record<string, string>> = {
  charges: 'charge',
  entitlements: 'entitlement',
  grantRules: 'credits',
}

const IS_MONEY = /(^|\.)(amount|unitAmount|flatAmount|price)$/

/** Describes a changed field in words: the label of `entitlements.2.value` is “API calls”. */
function describeField(
  { path, before, after }: CatalogChange['fields'][number],
  entry: object | undefined,
  catalog: Catalog,
): FieldDescription {
  const currency = entry && 'currency' in entry ? String(entry.currency) : null
  const isMoney = IS_MONEY.test(path) && !path.startsWith('grantRules')
  const show = (value: unknown) =>
    isMoney && currency !== null && (typeof value === 'number' || typeof value === 'string')
      ? renderMoney(value, currency)
      : showValue(value)
  const value = before ?? after
  return { label: labelOf(path, entry, value, catalog), before: show(before), after: show(after) }
}

function labelOf(
  path: string,
  entry: object | undefined,
  value: unknown,
  catalog: Catalog,
): string {
  const [part = '', index, ...rest] = path.split('.')
  const partName = PART_NAMES[part] ?? toWords(part)
  if (index === undefined) return partName
  const list: unknown = entry && Object.entries(entry).find(([key]) => key === part)?.[1]
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined
  // The value of a change is the whole item if the item was added or removed.
  const name = itemNameOf(rest.length === 0 ? value : item, catalog)
  const isPrice = part === 'charges' && IS_MONEY.test(rest.join('.'))
  const detail = rest
    .filter((key) => !['value', 'amount', 'unitAmount', 'pricing'].includes(key))
    .map(toWords)
  return [name ?? partName, ...(isPrice ? ['price'] : detail)].join(', ')
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

const toWords = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  // A whole charge or entitlement. Its label already has the name.
  const details = Object.entries(value).flatMap(([key, part]) =>
    (typeof part === 'string' || typeof part === 'number') && !/(name|slug|id)$/i.test(key)
      ? [`${toWords(key)} ${part}`]
      : [],
  )
  return details.join(', ') || 'included'
}
