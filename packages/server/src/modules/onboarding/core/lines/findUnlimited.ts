import { composeWords } from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'

const UNLIMITED = new WordSearch((among) =>
  ['∞', composeWords(({ unlimited }) => unlimited, among)].join('|'),
)

/** Where a line says that there is no limit, in the languages of pricing pages. */
export function findUnlimited(text: string): { start: number; end: number } | undefined {
  return UNLIMITED.findIn(text).toSorted((a, b) => a.start - b.start)[0]
}
