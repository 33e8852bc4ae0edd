import type { Language } from '../languages/Words.ts'
import { LATIN_LANGUAGES, NON_LATIN_LANGUAGES, toLowerCaseSameLength } from './composeWords.ts'

interface Span {
  start: number
  end: number
}

/** Letters that do not occur in words of Latin script. */
const OTHER_LETTERS = /[\u0370-\u1dff\u3040-\ud7ff\uf900-\uff9f]/

export const hasOtherLetters = (text: string): boolean => OTHER_LETTERS.test(text)

/**
 * Searches text for words of all languages. Skips the words of other scripts if the text has only
 * letters of Latin script.
 */
export class WordSearch {
  readonly #latin: RegExp
  readonly #other: RegExp

  constructor(compose: (among: readonly Language[]) => string) {
    this.#latin = new RegExp(compose(LATIN_LANGUAGES), 'g')
    this.#other = new RegExp(compose(NON_LATIN_LANGUAGES), 'g')
  }

  isIn(text: string): boolean {
    const low = toLowerCaseSameLength(text)
    return low.search(this.#latin) >= 0 || (hasOtherLetters(low) && low.search(this.#other) >= 0)
  }

  findIn(text: string): Span[] {
    const low = toLowerCaseSameLength(text)
    const found = spansOf(this.#latin, low)
    if (hasOtherLetters(low)) found.push(...spansOf(this.#other, low))
    return found
  }
}

/** Avoids `matchAll`, because it copies the pattern, which takes longer than searching a line. */
function spansOf(pattern: RegExp, text: string): Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    spans.push({ start: match.index, end: pattern.lastIndex })
    if (match[0] === '') pattern.lastIndex++
  }
  return spans
}
