import type { CardLine } from '../lines/CardLine.ts'
import { isQuestions } from '../lines/lineKinds.ts'
import { plainLine } from '../lines/plainLine.ts'
import { readUnitPrices } from '../lines/readUnitPrices.ts'
import type { ReadAddon } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { endsWithFrom, saysPerSeat } from '../price/priceWords.ts'
import { readPrices } from '../price/readPrices.ts'
import { CONFIDENCE, COUNT, EVIDENCE, LENGTH, NEAR, WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'
import { readPackageLine } from './readCreditPackage.ts'

const ADD_ON = new RegExp(
  composeWords(({ addon }) => addon),
  'iu',
)
const EXTRA = new RegExp(
  String.raw`^(?:${anyOf(({ addonLead }) => addonLead)}|${anyOf(({ additional }) => additional)})\s+(.{2,${LENGTH.extraName}}?)(?:\s*[:(=–—-]|\s+${anyOf(({ labelEnd }) => labelEnd)})?\s*$`,
  'iu',
)
const CALCULATOR = new RegExp(
  alternatives(({ calculator }) => calculator),
  'iu',
)
const ONLY = new RegExp(
  String.raw`^(?:\+|${anyOf(({ onlyPrice }) => onlyPrice)}|${anyOf(({ from }) => from)})$`,
  'iu',
)
const PER_PERSON = new RegExp(
  anyOf(({ perPerson }) => perPerson),
  'iu',
)

/**
 * Reads the add-ons of a page. In a section of add-ons, each name is followed by its price.
 * Elsewhere, the text must call the offer an add-on, begin with a word such as "additional", or
 * have a plus sign before the price.
 */
export function readAddons(
  lines: readonly CardLine[],
  hints: MoneyHints,
  isWithinSection = false,
): ReadAddon[] {
  const addons: ReadAddon[] = []
  let isSection = isWithinSection
  let name: string | undefined
  let since = 0
  let level: number = COUNT.headingLevel
  let last = ''
  let text = ''
  for (const line of lines) {
    if (text !== '') last = text
    text = plainLine(line.text)
    if (text === '') continue
    if (line.isHeading && isQuestions(text)) break
    since += 1
    const priced = text.length <= LENGTH.addonLine ? findAmounts(text, hints) : []
    const [amount] = priced
    if (amount === undefined) {
      const isNamed =
        ADD_ON.test(text) && !line.isHeading && text.split(/\s+/u).length <= WORDS.addonTitle
      if (line.isHeading) {
        const depth = line.level ?? COUNT.headingLevel
        if (ADD_ON.test(text) && !CALCULATOR.test(text)) {
          isSection = true
          level = depth
        } else if (isSection && !isWithinSection && depth <= level) isSection = false
      }
      const isNext = isSection && name === undefined && isName(text)
      if ((line.isHeading && isSection) || isNamed || isNext) {
        const isOfAll = line.isHeading && saysAddon(text) && /s$/iu.test(text)
        name = text.length <= LENGTH.addonName && !isOfAll ? text : undefined
        since = 0
      }
      continue
    }
    if (readPackageLine(text, hints) !== undefined) continue
    const before = text
      .slice(0, amount.start)
      .replace(/[\s(+]+$/u, '')
      .trim()
    const extra = EXTRA.exec(before)?.[1]
    const isPriceAlone =
      text
        .slice(amount.end)
        .replace(/\([^)]*\)/gu, '')
        .trim()
        .split(/\s+/u).length <= WORDS.afterAddonPrice
    const isLead = before.split(/\s+/u).length <= 2 && endsWithFrom(before)
    const label =
      extra ??
      (isSection &&
      isPriceAlone &&
      /^\p{L}/u.test(before) &&
      before.length <= LENGTH.addonLabel &&
      !isLead
        ? before
        : undefined)
    const below = before === '' || isLead || ONLY.test(before) ? name : undefined
    // "+$29/month" is paid on top of a plan.
    const isOnTop =
      /\+\s*$/u.test(text.slice(0, amount.start)) &&
      findIntervals(text.slice(amount.end)).length > 0 &&
      readUnitPrices(text, hints).length === 0
    const above = isOnTop && isName(last) && !isQuestions(last) ? last : undefined
    const title = label ?? (since <= NEAR.addonPrice ? below : undefined) ?? above
    if (title !== undefined) addAddon(addons, title, text, line.text, hints)
    name = undefined
  }
  return addons
}

/** Returns true if the text calls something an add-on. */
export function saysAddon(text: string): boolean {
  return ADD_ON.test(text)
}

/** Returns true for short text above a price that may be the name of an add-on. */
function isName(text: string): boolean {
  return (
    /^\p{L}/u.test(text) && text.split(/\s+/u).length <= WORDS.addonName && !/[.!?:,]$/u.test(text)
  )
}

/** Removes text in brackets, except for prices. */
function withoutAsides(text: string, hints: MoneyHints): string {
  return text.replace(/\(([^)]*)\)/gu, (_, inside: string) =>
    findAmounts(inside, hints).length > 0 ? ` ${inside} ` : ' ',
  )
}

function addAddon(
  addons: ReadAddon[],
  name: string,
  text: string,
  evidence: string,
  hints: MoneyHints,
): void {
  const [price] = readPrices([{ text: withoutAsides(text, hints) }], hints).prices
  const bare = name
    .replace(ADD_ON, ' ')
    .replace(/[\s:–—(-]+$|^[\s:–—+-]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (price === undefined || price.amountMinor === 0 || bare === '') return
  if (addons.some((other) => other.name === bare)) return
  addons.push({
    name: bare,
    prices: [price],
    ...(saysPerSeat(text) || PER_PERSON.test(text) ? { perSeat: true } : {}),
    evidence: `${name} · ${evidence}`.slice(0, EVIDENCE.object),
    confidence: CONFIDENCE.loose,
  })
}
