import type { CountWords } from './CountWords.ts'
import type { ExtraWords } from './ExtraWords.ts'
import type { FeatureWords } from './FeatureWords.ts'
import type { PageWords } from './PageWords.ts'
import type { PriceWords } from './PriceWords.ts'
import type { TierWords } from './TierWords.ts'

/** A time in a language: sources of regular expressions, alternatives parted by bars. */
export interface TimeWords {
  /** What stands after a slash or after "per": "month". */
  noun?: string
  /** What means it after a slash only, being something else elsewhere: "m". */
  short?: string
  /** How often something comes again: "monthly". */
  adverb?: string
  /** What else says it by itself where a price is told: "12 months". */
  alone?: string
}

/**
 * How a language is written: in Latin letters, in other letters with spaces between words, or
 * without spaces. With spaces, only whole words count. The folder of a language says which it is.
 */
export type Script = 'latin' | 'spaced' | 'unspaced'

/**
 * The words of one language, by which its pricing pages are read. A string is the source of a regular
 * expression: alternatives in lower case, in which `\p{L}` is a letter of the script, or its mark.
 * All keys of the interfaces below are optional, because many languages share an English word or
 * need no rule.
 */
export interface Words
  extends PageWords,
    PriceWords,
    CountWords,
    FeatureWords,
    ExtraWords,
    TierWords {
  /** If two languages share a word, the one with the lower rank counts. Without a rank: last. */
  rank?: number
  /** "For each one", before anything that is counted. */
  per?: string
  /** What means "per" before a time only: "a month". */
  perTime?: string
  second: TimeWords
  minute: TimeWords
  hour: TimeWords
  day: TimeWords
  week: TimeWords
  month: TimeWords
  quarter: TimeWords
  year: TimeWords
  /** Paid once. */
  oneTime: string
  /** Paid by the year, whatever time the price is shown for. */
  billedYearly: string
  billedMonthly: string
  /** What stands alone where a price would. */
  free: string
  /** What begins such a line with more words to follow. */
  freeLead?: string
  /** What stands where a price would when it is told on request only. */
  onRequest: string
  /** What a button says that leads to whoever sells. */
  contact: string
  /** A badge of the tier that most are to choose. */
  popular: string
  otherBadge?: string
  /** Before the least price. */
  from: string
  /** The same after it. */
  fromAfter?: string
  /** A person who uses what is sold, after "per" or by itself. */
  seat: TimeWords
  /** Before the most of something. */
  upTo?: string
  /** Before how long something lasts: "for 3 months". */
  during?: string
  setup?: string
  /** Before and after a sum that is saved, given or compared with. */
  savingBefore?: string
  savingAfter?: string
  /** Before a former price. */
  wasBefore?: string
  /** Before a sum that is estimated or is part of another. */
  about?: string
  /** After the least that has to be paid. */
  minimum?: string
  /** What is paid for a first while only. */
  first?: string
  /** What begins a line that tells more of the price above it. */
  aside?: string
  unlimited: string
  /** Given once: "on sign-up". */
  once?: string
  /** Given for good. */
  lifetime?: string
  /** What stands before or after the name of a tier to say that all of it is there. */
  everythingIn?: string
  everythingOf?: string
  /** What stands before other names too, so that only a tier of the page counts. */
  allOf?: string
  /** What calls the tier before, instead of its name. */
  previous: string
  /** The cell of a comparison that says yes, and the one that says no. */
  included: string
  notIncluded: string
  /** What stands before or after something that is not there. */
  without?: string
  missing?: string
  /** What nobody wants, so that a page praises itself for being without. */
  nuisance?: string
  /** What a tier has or has not. */
  capability?: string
  /** A unit that is spent on actions. */
  credit?: string
  /** What currencies are called after their number, as it is written. */
  currencies?: Readonly<Record<string, string>>
  /** The same before or after it. */
  signs?: Readonly<Record<string, string>>
}

/** The words of a language, and how it is written. */
export interface Language extends Words {
  script: Script
}
