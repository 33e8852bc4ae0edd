import { languages } from '../languages/index.ts'
import type { Language, Script, TimeWords } from '../languages/Words.ts'

type Choice<T> = (words: Language) => T | undefined

/** Matches nowhere. An empty pattern would match everywhere. */
const NOTHING = '(?!)'
/**
 * Accepts "/ 1 month". The "1" is part of a repeated class, because an optional "1" would double
 * the size of the pattern.
 */
const SLASH = String.raw`[/／][\s1]*`
const GAP = String.raw`[\s1]+`
const NO_GAP = String.raw`[\s1]*`
/** Letters and marks of each script. `\p{L}` would make large patterns slow to compile. */
const LETTERS: Readonly<Record<Script, string>> = {
  latin: String.raw`[a-z\u00aa\u00ba\u00df-\u024f\u0300-\u036f\u1e00-\u1eff]`,
  spaced: String.raw`[\u0370-\u052f\u0591-\u05bd\u05bf-\u05f2\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u06ff\u0900-\u0963\u0971-\u097f]`,
  unspaced: String.raw`[\u0e00-\u0e4f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]`,
}

export const LATIN_LANGUAGES: readonly Language[] = languages.filter(
  ({ script }) => script === 'latin',
)
export const NON_LATIN_LANGUAGES: readonly Language[] = languages.filter(
  ({ script }) => script !== 'latin',
)
export const UNSPACED_LANGUAGES: readonly Language[] = languages.filter(
  ({ script }) => script === 'unspaced',
)
export const SPACED_LANGUAGES: readonly Language[] = languages.filter(
  ({ script }) => script !== 'unspaced',
)

/** Composes the words of all languages into the source of a pattern that finds whole words. */
export const composeWords = (pick: Choice<string>, among = languages): string =>
  byScript(among, (of, start, end) => framed(start, alternatives(pick, of), end))

/** Composes the source of a pattern that finds the beginnings of words. */
export const composeStems = (pick: Choice<string>, among = languages): string =>
  byScript(among, (of, start) => framed(start, alternatives(pick, of), ''))

/** Composes the source of a pattern without word boundaries. */
export const alternatives = (pick: Choice<string>, among = languages): string =>
  joined(
    among.map((words) =>
      pick(words)
        ?.replaceAll(String.raw`\p{L}`, LETTERS[words.script])
        .replace(ARABIC, (_, letter: string, optional: string) =>
          optional ? `(?:${letter}${MARKS})?` : `${letter}${MARKS}`,
        ),
    ),
  )

/** Composes a group without word boundaries. It matches nowhere if no language has such words. */
export const anyOf = (pick: Choice<string>, among = languages): string =>
  `(?:${alternatives(pick, among) || NOTHING})`

/** A case-insensitive pattern of whole words, with no letter or digit beside them. */
export const wordPattern = (pick: Choice<string>, flags = 'iu'): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${anyOf(pick, SPACED_LANGUAGES)}(?![\p{L}\p{N}])|${anyOf(pick, UNSPACED_LANGUAGES)}`,
    flags,
  )

/** In Arabic, marks for doubled letters and vowels are optional. */
const ARABIC = /([\u0621-\u064a]|\[[\u0621-\u064a]+\])(\??)/g
const MARKS = String.raw`[\u064b-\u0652]*`

/**
 * Composes the ways to say that a price is for a time or a person: "/ month", "per month",
 * "monthly".
 */
export const composePer = (pick: Choice<TimeWords>, among = languages): string =>
  byScript(among, (of, start, end) =>
    joined([
      framed(SLASH, alternatives(slashed(pick), of), end),
      framed(start, alternatives(worded(pick), of), end),
    ]),
  )

const slashed =
  (pick: Choice<TimeWords>): Choice<string> =>
  (words) =>
    joined([pick(words)?.noun, pick(words)?.short])

const worded =
  (pick: Choice<TimeWords>): Choice<string> =>
  (words) => {
    const { noun, adverb, alone } = pick(words) ?? {}
    const per = joined([words.per, words.perTime])
    const gap = words.script === 'latin' ? GAP : NO_GAP
    const perNoun = noun && per ? `(?:${per})${gap}(?:${noun})` : ''
    return joined([perNoun, adverb, alone])
  }

const byScript = (
  among: readonly Language[],
  compose: (of: readonly Language[], start: string, end: string) => string,
): string =>
  joined(
    (['latin', 'spaced', 'unspaced'] as const).map((script) => {
      const isBound = script !== 'unspaced'
      const letter = LETTERS[script]
      return compose(
        among.filter((words) => words.script === script),
        isBound ? `(?<!${letter})` : '',
        isBound ? `(?!${letter})` : '',
      )
    }),
  ) || NOTHING

const framed = (before: string, source: string, after: string): string =>
  source && `${before}(?:${source})${after}`

const joined = (sources: readonly (string | undefined)[]): string =>
  [...new Set(sources.filter(Boolean))].join('|')

/**
 * Converts to lower case without changing the length. The dotted Turkish capital I would become two
 * characters.
 */
export const toLowerCaseSameLength = (text: string): string =>
  text.replaceAll('\u0130', 'i').toLowerCase()
