import type { Language } from '../languages/Words.ts'
import { LATIN, lowerCased, OTHERS } from './composeWords.ts'

interface Span {
  start: number
  end: number
}

/** Letters that no Latin word has. */
const OTHER_LETTERS = /[\u0370-\u1dff\u3040-\ud7ff\uf900-\uff9f]/

export const hasOtherLetters = (text: string): boolean => OTHER_LETTERS.test(text)

/** Looks for words of all languages, but only for those that a text has the letters for. */
export class WordSearch {
  readonly #latin: RegExp
  readonly #other: RegExp

  constructor(compose: (among: readonly Language[]) => string) {
    this.#latin = new RegExp(compose(LATIN), 'g')
    this.#other = new RegExp(compose(OTHERS), 'g')
  }

  isIn(text: string): boolean {
    const low = lowerCased(text)
    return low.search(this.#latin) >= 0 || (hasOtherLetters(low) && low.search(this.#other) >= 0)
  }

  findIn(text: string): Span[] {
    const low = lowerCased(text)
    const found = spansOf(this.#latin, low)
    if (hasOtherLetters(low)) found.push(...spansOf(this.#other, low))
    return found
  }
}

/** `matchAll` would copy the pattern each time, which costs more than searching a line. */
function spansOf(pattern: RegExp, text: string): Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    spans.push({ start: match.index, end: pattern.lastIndex })
    if (match[0] === '') pattern.lastIndex++
  }
  return spans
}
