import { languages } from './languages.ts'
import type { TimeWords, Words } from './Words.ts'

type Pick<T> = (words: Words) => T | undefined

const SLASH = String.raw`[/／]\s?(?:1\s?)?`
/** What may not stand before and after a word, as `\b` knows only letters without accents. */
const BOUNDS: Readonly<Record<Words['script'], readonly [start: string, end: string]>> = {
  latin: [String.raw`(?<!\p{sc=Latin})`, String.raw`(?![\p{sc=Latin}\u0300-\u036f])`],
  other: [String.raw`(?<![\p{L}\p{Mc}])`, String.raw`(?![\p{L}\p{M}])`],
  unspaced: ['', ''],
}

/** What languages call something, as the source of one pattern that finds whole words only. */
export const composeWords = (pick: Pick<string>, among = languages): string =>
  byScript(among, (of, [start, end]) => framed(start, alternatives(pick, of), end))

/** The same of beginnings of words. */
export const composeStems = (pick: Pick<string>, among = languages): string =>
  byScript(among, (of, [start]) => framed(start, alternatives(pick, of), ''))

/** The same for where a pattern is bound by itself. */
export const alternatives = (pick: Pick<string>, among = languages): string =>
  joined(among.map(pick))

/** How languages say that something is for a time or a person: "/ month", "per month", "monthly". */
export const composePer = (pick: Pick<TimeWords>, among = languages): string =>
  byScript(among, (of, [start, end]) =>
    joined([
      framed(SLASH, alternatives(slashed(pick), of), end),
      framed(start, alternatives(worded(pick), of), end),
    ]),
  )

const slashed =
  (pick: Pick<TimeWords>): Pick<string> =>
  (words) =>
    joined([pick(words)?.noun, pick(words)?.short])

const worded =
  (pick: Pick<TimeWords>): Pick<string> =>
  (words) => {
    const { noun, alone } = pick(words) ?? {}
    const per = joined([words.per, words.perTime])
    const gap = words.script === 'latin' ? String.raw`\s` : String.raw`\s?`
    const told = noun && per ? `(?:${per})${gap}(?:1${gap})?(?:${noun})` : ''
    return joined([told, alone])
  }

const byScript = (
  among: readonly Words[],
  compose: (of: readonly Words[], bounds: readonly [start: string, end: string]) => string,
): string =>
  joined(
    (['latin', 'other', 'unspaced'] as const).map((script) =>
      compose(
        among.filter((words) => words.script === script),
        BOUNDS[script],
      ),
    ),
  )

const framed = (before: string, source: string, after: string): string =>
  source && `${before}(?:${source})${after}`

const joined = (sources: readonly (string | undefined)[]): string =>
  [...new Set(sources.filter(Boolean))].join('|')
