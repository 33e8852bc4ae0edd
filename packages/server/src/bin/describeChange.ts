import type { CatalogChange, CatalogKind } from '@purser/contract'

const nouns: Record<CatalogKind, string> = {
  product: 'product',
  creditCurrency: 'credit currency',
  metric: 'metric',
  feature: 'feature',
  tier: 'tier',
  plan: 'plan',
  creditPackage: 'credit package',
  coupon: 'coupon',
}

const marks: Record<CatalogChange['action'], [mark: string, note: string]> = {
  create: ['+', ''],
  restore: ['+', ' (back in use)'],
  publish: ['+', ' (published)'],
  update: ['~', ''],
  new_version: ['~', ' (new version: subscribers keep theirs)'],
  archive: ['-', ''],
}

const MAX_VALUE = 80

/** One line for a change, and one more for each field when there are several. */
export function describeChange({ action, kind, slug, fields }: CatalogChange): string[] {
  const [mark, note] = marks[action]
  const head = `${mark} ${nouns[kind]} ${slug}${note}`
  const details = fields.map(
    ({ path, before, after }) => `${path}: ${show(before)} → ${show(after)}`,
  )
  return details.length === 1
    ? [`${head}  ${details.join('')}`]
    : [head, ...details.map((detail) => `    ${detail}`)]
}

function show(value: unknown): string {
  // JSON also keeps control characters of the merchant's own text off the terminal.
  const text = JSON.stringify(value) ?? 'null'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text
}
