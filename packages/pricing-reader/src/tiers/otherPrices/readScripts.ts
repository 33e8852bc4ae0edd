import type { ParsedPage } from '../../page/html/parsePage.ts'
import { NAMING_KEYS } from '../../page/markupNames.ts'
import { readScriptData, type ScriptLeaf } from '../../page/readScriptData.ts'
import type { MoneyHints } from '../../price/currencySigns.ts'
import { findAmounts, toMinor } from '../../price/findAmounts.ts'
import { BOUND, NEAR } from '../../thresholds.ts'
import { alternatives } from '../../words/composeWords.ts'
import { foldName } from '../../words/tierNames.ts'
import type { OtherPrice } from './addPrices.ts'

/** An amount in a script, with facts from its keys and neighbors. */
export interface ScriptPrice extends OtherPrice {
  /** Normalized names that the price may belong to. */
  names: string[]
}

const MONTHLY = new RegExp(`${alternatives(({ monthlyInCode }) => monthlyInCode)}|^mo$|^m$`)
const YEARLY = new RegExp(`${alternatives(({ yearlyInCode }) => yearlyInCode)}|^yr$|^y$`)
const INTERVAL = new RegExp(
  alternatives(({ monthlyInCode, yearlyInCode }) =>
    [monthlyInCode, yearlyInCode].filter(Boolean).join('|'),
  ),
  'i',
)

/** Reads monthly and yearly prices from the scripts of a page. */
export function readScripts(
  { scripts }: ParsedPage,
  currency: string,
  hints: MoneyHints,
): ScriptPrice[] {
  const found: ScriptPrice[] = []
  for (const { type, text } of scripts.slice(0, BOUND.scripts)) {
    if (type === 'application/ld+json' || !INTERVAL.test(text)) continue
    const leaves = readScriptData(text)
    const namesByScope = new Map<number, string[]>()
    for (const { path, value, isText, scopes } of leaves) {
      const scope = scopes.at(-1)
      if (!isText || scope === undefined || !NAMING_KEYS.test(path.at(-1) ?? '')) continue
      namesByScope.set(scope, [...(namesByScope.get(scope) ?? []), foldName(value)])
    }
    for (const leaf of leaves) {
      const price = priceOf(leaf, namesByScope, currency, hints)
      if (price) found.push(price)
    }
  }
  return found
}

function priceOf(
  { path, value, scopes }: ScriptLeaf,
  namesByScope: ReadonlyMap<number, string[]>,
  currency: string,
  hints: MoneyHints,
): ScriptPrice | null {
  const near = path.slice(-NEAR.scriptKeys)
  const isMonthly = near.some((key) => MONTHLY.test(key))
  const isYearly = near.some((key) => YEARLY.test(key))
  if (isMonthly === isYearly) return null
  const bare = /^\d[\d.,]*$/.test(value) ? `${currency.toUpperCase()} ${value}` : value
  const amounts = findAmounts(bare, { ...hints, currency })
  const only = amounts.length === 1 ? amounts[0] : undefined
  const amountMinor = only ? toMinor(only.value, only.currency) : null
  if (amountMinor === null || amountMinor === 0) return null
  const nearNames = scopes.slice(-NEAR.scriptKeys).flatMap((scope) => namesByScope.get(scope) ?? [])
  return {
    period: isMonthly ? 'month' : 'year',
    amountMinor,
    evidence: `${path.slice(-NEAR.scriptEvidence).join('.')}: ${value}`,
    source: 'script',
    names: [...nearNames, ...near.map(foldName)],
  }
}
