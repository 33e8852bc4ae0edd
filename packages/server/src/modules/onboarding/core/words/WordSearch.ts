import { languages } from './languages.ts'
import type { Words } from './Words.ts'

/** Letters that no Latin word has. */
const OTHER_LETTERS = /[\u0370-\u1dff\u3040-\ud7ff\uf900-\uff9f]/

const LATIN = languages.filter(({ script }) => script === 'latin')
const OTHERS = languages.filter(({ script }) => script !== 'latin')

/** Looks for words of all languages, but only for those that a text has the letters for. */
export class WordSearch {
  readonly #latin: RegExp
  readonly #other: RegExp

  constructor(compose: (among: readonly Words[]) => string) {
    this.#latin = new RegExp(compose(LATIN), 'giu')
    this.#other = new RegExp(compose(OTHERS), 'giu')
  }

  isIn(text: string): boolean {
    return (
      text.search(this.#latin) >= 0 || (OTHER_LETTERS.test(text) && text.search(this.#other) >= 0)
    )
  }

  findIn(text: string): { start: number; end: number }[] {
    const patterns = OTHER_LETTERS.test(text) ? [this.#latin, this.#other] : [this.#latin]
    return patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
        start: index,
        end: index + word.length,
      })),
    )
  }
}
