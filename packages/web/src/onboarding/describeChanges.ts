import { type CatalogChange, type CatalogKind, sectionOf } from '@purser/contract/client'
import type { Catalog } from './Catalog.ts'
import { type DescribedField, describeField } from './describeField.ts'
import { describeInterval } from './describeInterval.ts'
import { formatMoney } from './formatMoney.ts'
import { kindNames } from './kindNames.ts'
import { planPrice } from './planPrice.ts'

export interface DescribedChange {
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
