import { LENGTH, NEAR, WORDS } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import type { MoneyHints } from './currencySigns.ts'
import { findAmounts } from './findAmounts.ts'
import { findIntervals } from './findIntervals.ts'
import { isDecoy } from './priceWords.ts'

const TRIAL_WORDS = new RegExp(String.raw`\b${anyOf(({ trialWord }) => trialWord)}\b`, 'gi')
const AFTER_TRIAL = new RegExp(String.raw`\b${anyOf(({ afterTrial }) => afterTrial)}\b`, 'i')

/** Returns true for a line that is a price and little else. */
export function isPriceLine(text: string, hints: MoneyHints): boolean {
  const left = withoutPrices(text, hints)
  if (left === null) return false
  const { rest, start } = left
  const words = wordsOf(rest)
  const letters = words.join('').length
  return (
    letters <= LENGTH.priceLineLetters ||
    (start <= NEAR.priceLineStart &&
      words.length <= WORDS.priceLine &&
      letters <= LENGTH.priceLineMaxLetters)
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
  return { rest: AFTER_TRIAL.test(rest) ? rest.replace(TRIAL_WORDS, ' ') : rest, start }
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/[^\p{L}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
