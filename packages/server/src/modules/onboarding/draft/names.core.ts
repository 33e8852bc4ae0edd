import type { Grounds } from '@purser/pricing-reader'
import type { DraftKind, SkippedDraft } from './CatalogDraft.core.ts'

const MAX_NAME = 120
/** Ticks, bullets, dashes and emoji before a line. */
const LEADING_MARKS = /^(?:[\s✓✔☑•·●▪➤→–—*-]|\p{Emoji_Presentation}|\u{FE0F}|\u{200D})+/u

/**
 * Converts text to a name that can be stored and shown: one line, no control characters, limited
 * length.
 */
export function plainName(text: string, max = MAX_NAME): string {
  const line = plainText(text)
  const name = (line.replace(LEADING_MARKS, '') || line).replace(/[\s:;,]+$/, '')
  return shorten(name, max)
}

/** One line of text that any database can store. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Shortens text without splitting a character. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1)
  return `${whole.trimEnd()}…`
}

/** Capitalizes a name, unless its first word has capitals or digits. */
export const capitalizeName = (name: string): string =>
  name.replace(/^\p{Ll}+(?=[\s,.)/-]|$)/u, (word) => {
    const [first = ''] = word
    return first.toUpperCase() + word.slice(first.length)
  })

const MAX_EVIDENCE = 500

/** Evidence in the form that reports show. */
export interface PlainGrounds {
  confidence: number
  evidence: string | null
}

/** Clamps the confidence and shortens the evidence. `trust` scales the confidence. */
export const plainGrounds = (
  { confidence, evidence }: { confidence: number; evidence: string | null },
  trust = 1,
): PlainGrounds => ({
  confidence: Number.isFinite(confidence)
    ? Number((Math.min(Math.max(confidence, 0), 1) * trust).toFixed(3))
    : 0,
  evidence: shorten(plainText(evidence ?? ''), MAX_EVIDENCE) || null,
})

/** Returns the value with the higher confidence. */
export const moreConfident = <G extends Pick<Grounds, 'confidence'>>(a: G | null, b: G): G =>
  a !== null && !(b.confidence > a.confidence) ? a : b

/** The slugs and event names of a draft, unique per kind. */
export class SlugBook {
  readonly #taken = new Map<string, Set<string>>()

  /** Returns the first free name, or else the last one with a number: `name-2`, `name-3`, … */
  claim(kind: DraftKind | 'event', ...names: readonly [string, ...string[]]): string {
    const taken = this.#taken.get(kind) ?? new Set<string>()
    this.#taken.set(kind, taken)
    const last = names.at(-1) ?? names[0]
    let free = names.find((name) => !taken.has(name)) ?? last
    for (let number = 2; taken.has(free); number++) {
      free = last.replace(/(?=\.|$)/, `${kind === 'event' ? '_' : '-'}${number}`)
    }
    taken.add(free)
    return free
  }
}

const MAX_SENTENCE = 500

/** Notes about everything that a draft leaves out. */
export class Notes {
  readonly #missed = new Set<string>()
  readonly #skipped = new Map<string, SkippedDraft>()

  miss(sentence: string): void {
    const line = shorten(plainText(sentence), MAX_SENTENCE)
    if (line) this.#missed.add(line)
  }

  skip(kind: SkippedDraft['kind'], name: string, reason: string): void {
    this.#skipped.set(`${kind} ${name} ${reason}`, { kind, name, reason })
  }

  get missed(): string[] {
    return [...this.#missed]
  }

  get skipped(): SkippedDraft[] {
    return [...this.#skipped.values()]
  }
}
