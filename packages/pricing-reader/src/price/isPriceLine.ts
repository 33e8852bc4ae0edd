import { RATIO } from '../thresholds.ts'
import type { MoneyHints } from './currencySigns.ts'
import { findAmounts } from './findAmounts.ts'
import { findIntervals } from './findIntervals.ts'
import { isDecoy } from './priceWords.ts'

/** Returns true for a line that is a price and little else. */
export function isPriceLine(text: string, hints: MoneyHints): boolean {
  const left = withoutPrices(text, hints)
  if (left === null) return false
  const { rest, start } = left
  const words = wordsOf(rest)
  const letters = words.join('').length
  return (
    letters <= RATIO.priceLineLetters ||
    (start <= RATIO.priceLineStart &&
      words.length <= RATIO.priceLineWords &&
      letters <= RATIO.priceLineMaxLetters)
  )
}

function withoutPrices(text: string, hints: MoneyHints): { rest: string; start: number } | null {
  if (!text) return null
  const amounts = findAmounts(text, hints)
  let rest = ''
  let at = 0
  let start = -1
  for (const { start: from, end, value, isRough } of amounts) {
    const before = text.slice(at, from)
    const next = amounts.find((other) => other.start >= end)
    if (isRough || isDecoy(before, text.slice(end, next?.start), value)) continue
    if (start < 0) start = from
    rest += `${before} `
    at = end
  }
  if (start < 0) return null
  rest += text.slice(at)
  for (const word of findIntervals(rest).reverse()) {
    rest = `${rest.slice(0, word.start)} ${rest.slice(word.end)}`
  }
  const trial = /\b(free|trial|for|first|months?|days?|then|after|that)\b/gi
  return { rest: /\bthen\b|\bafter\b/i.test(rest) ? rest.replace(trial, ' ') : rest, start }
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/[^\p{L}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
