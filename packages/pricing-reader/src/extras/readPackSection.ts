import type { CardLine } from '../lines/CardLine.ts'
import { isQuestions } from '../lines/lineKinds.ts'
import { plainLine } from '../lines/plainLine.ts'
import { findCounts } from '../lines/quantities/findCounts.ts'
import type { ReadCreditPackage } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts, toMinor } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { CONFIDENCE, COUNT, EVIDENCE } from '../thresholds.ts'
import { anyOf, composeWords } from '../words/composeWords.ts'

/** Headings of sections that sell packs. */
const PACKS = new RegExp(
  composeWords(({ packSection }) => packSection),
  'iu',
)
/** Other goods that come in packs. */
const OTHER_GOODS = new RegExp(String.raw`(?<![\p{L}])${anyOf(({ otherPack }) => otherPack)}`, 'iu')
const UNIT = /^\+?\d[\d,.\s]*\s?[kKM]?\s+(?:\p{L}+\s)?\p{L}+$/u
const MANY = /^\+?\d[\d,.]*\s?[kKM]?$/u

/** Reads a section of packs, each of which states its number and its price on one or two lines. */
export function readPackSection(
  lines: readonly CardLine[],
  hints: MoneyHints,
): ReadCreditPackage[] {
  const found: ReadCreditPackage[] = []
  let level = 0
  let before = ''
  for (const line of lines) {
    const text = plainLine(line.text)
    if (line.isHeading) {
      const depth = line.level ?? COUNT.headingLevel
      if (isQuestions(text)) break
      if (PACKS.test(text) && !OTHER_GOODS.test(text)) level = depth
      else if (depth <= level) level = 0
    }
    if (level > 0 && !line.isHeading) {
      const parts = text.split(/\s*[·|•–—]\s*|\s\/\s(?=\d)/u)
      const pack = packOf([before, ...parts], line.text, hints)
      if (pack !== undefined) found.push(pack)
    }
    before = line.isHeading ? '' : text
  }
  // A single number with a price may be anything.
  return found.length >= 2 ? found : []
}

function packOf(
  parts: readonly string[],
  evidence: string,
  hints: MoneyHints,
): ReadCreditPackage | undefined {
  const at = parts.findIndex((part) => {
    const [amount] = findAmounts(part, hints)
    return amount !== undefined && amount.end - amount.start === part.length
  })
  const [amount] = at < 1 ? [] : findAmounts(parts[at] ?? '', hints)
  // "20 reports · €20" or "€20 / 20 reports".
  const many = [parts[at - 1] ?? '', parts[at + 1] ?? ''].find(
    (part, index) => (index === 0 && MANY.test(part)) || UNIT.test(part),
  )
  if (amount === undefined || many === undefined) return undefined
  if (parts.some((part) => findIntervals(part).some(({ interval }) => interval !== 'one_time')))
    return undefined
  const [count] = findCounts(many.replace(/^\+/u, ''))
  const amountMinor = toMinor(amount.value, amount.currency)
  if (count === undefined || count.value <= 1 || !amountMinor) return undefined
  return {
    credits: count.value,
    amountMinor,
    evidence: `${many} · ${evidence}`.slice(0, EVIDENCE.object),
    confidence: CONFIDENCE.loose,
  }
}
