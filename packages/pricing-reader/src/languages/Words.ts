import type { CountWords } from './CountWords.ts'
import type { ExtraWords } from './ExtraWords.ts'
import type { FeatureWords } from './FeatureWords.ts'
import type { PageWords } from './PageWords.ts'
import type { PriceWords } from './PriceWords.ts'
import type { TierWords } from './TierWords.ts'

/** The words for a unit of time or a seat. Each value is a list of alternatives: "months?|mo". */
export interface TimeWords {
  /** The noun after a slash or "per": "month". */
  noun?: string
  /** An abbreviation that has this meaning only after a slash: "m" in "$9/m". */
  short?: string
  /** The adverb or adjective: "monthly". */
  adverb?: string
  /** Other phrases that have this meaning without "per": "12 months", "month-to-month". */
  alone?: string
}

/**
 * How a language is written: in Latin letters, in other letters with spaces between words, or
 * without spaces. If there are spaces, only whole words match. The folder of a language determines
 * its script.
 */
export type Script = 'latin' | 'spaced' | 'unspaced'

/**
 * The words of one language that the reader looks for on a pricing page. A string is the source of
 * a regular expression: alternatives in lower case, separated by `|`. In it, `\p{L}` matches a
 * letter of the language's script. The examples in the comments are English. A key is optional if
 * many languages use the English word on their pages or do not need the rule.
 */
export interface Words
  extends PageWords,
    PriceWords,
    CountWords,
    FeatureWords,
    ExtraWords,
    TierWords {
  /** If two languages share a word, the language with the lower rank wins. Default: last. */
  rank?: number
  /** "Per" before anything that is counted: "per". */
  per?: string
  /** Words that mean "per" only before a time: "a" and "every" in "a month", "every month". */
  perTime?: string
  second: TimeWords
  minute: TimeWords
  hour: TimeWords
  day: TimeWords
  week: TimeWords
  month: TimeWords
  quarter: TimeWords
  year: TimeWords
  /** A price that is paid once: "one-time", "lifetime". */
  oneTime: string
  /** Payment once a year, even if the price is shown per month: "billed annually". */
  billedYearly: string
  /** Payment every month: "billed monthly". */
  billedMonthly: string
  /** The whole text in place of a price, if the plan costs nothing: "free", "free forever". */
  free: string
  /** The beginning of a longer text with that meaning: "free" in "Free for everyone". */
  freeLead?: string
  /** The whole text in place of a price that customers must ask for: "custom", "on request". */
  onRequest: string
  /** The label of a button that leads to sales: "contact sales". */
  contact: string
  /** The badge of a recommended plan: "most popular". */
  popular: string
  /** Any other badge: "new", "coming soon". */
  otherBadge?: string
  /** A word before the lowest price: "from", "starting at". */
  from: string
  /** A word after the lowest price: "and up". */
  fromAfter?: string
  /** A person who uses the product: "user" in "$5 per user". */
  seat: TimeWords
  /** A word before a maximum: "up to". */
  upTo?: string
  /** A word before a duration: "for" in "for 3 months". */
  during?: string
  /** A fee that is paid once at the beginning: "setup", "onboarding fee". */
  setup?: string
  /** A word before an amount that is not a price but a saving, a gift or a comparison: "save". */
  savingBefore?: string
  /** A word after such an amount: "off" in "$20 off". */
  savingAfter?: string
  /** A word before a former or later price: "was", "instead of". */
  wasBefore?: string
  /** A word before an estimate or a part of an amount: "about", "first". */
  about?: string
  /** A word after the minimum amount that must be paid: "minimum". */
  minimum?: string
  /** An introductory period: "first month" in "$1 for your first month". */
  first?: string
  /** The first word of a line that explains the price above it: "billed", "excl". */
  aside?: string
  /** A quantity without a limit: "unlimited". */
  unlimited: string
  /** Granted once: "on sign-up". */
  once?: string
  /** Granted forever: "for life". */
  lifetime?: string
  /** Words before the name of a tier that is included completely: "everything in". */
  everythingIn?: string
  /** Words after the name of such a tier, in languages that put them there. */
  everythingOf?: string
  /** Words with that meaning that also occur before other names, so only a known tier counts. */
  allOf?: string
  /** A reference to the tier before this one, instead of its name: "the previous plan". */
  previous: string
  /** The cell of a comparison that means yes: "included". */
  included: string
  /** The cell of a comparison that means no: "not included". */
  notIncluded: string
  /** A word before a feature that is missing: "no", "without". */
  without?: string
  /** Words after a feature that is missing: "not included". */
  missing?: string
  /** Things that customers do not want, so "no …" is an advantage: "watermark", "ads". */
  nuisance?: string
  /** Things that customers want, so "no …" is a limitation: "support", "exports". */
  capability?: string
  /** A unit that is spent on actions: "credits", "tokens". */
  credit?: string
  /** Names of currencies after a number, in the spelling of the page, with the currency code. */
  currencies?: Readonly<Record<string, string>>
  /** Signs of currencies before or after a number, with the currency code. */
  signs?: Readonly<Record<string, string>>
}

/** The words of a language, and its script. */
export interface Language extends Words {
  script: Script
}
