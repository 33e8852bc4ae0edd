import type { Language } from '../languages/Words.ts'
import { LENGTH, NEAR } from '../thresholds.ts'
import {
  alternatives,
  anyOf,
  composePer,
  composeStems,
  composeWords,
  toLowerCaseSameLength,
} from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'

const ARROWS = '[\\s.!→»›]*'
const UP_TO = alternatives(({ upTo }) => upTo)

const whole = (pick: (words: Language) => string | undefined, end: string): WordSearch =>
  new WordSearch((among) => `^[\\s-]*(?:${alternatives(pick, among)})${end}$`)
const FREE = whole(({ free }) => free, '[.!]?')
const FREE_LEAD = new WordSearch(
  (among) =>
    `^(?:${composeWords(({ freeLead }) => freeLead, among)})(?!-|\\s+${anyOf(({ freeThing }) => freeThing)})`,
)
const ON_REQUEST = whole(({ onRequest }) => onRequest, ARROWS)
const CONTACT = whole(({ contact }) => contact, ARROWS)
const BADGE = whole(({ popular }) => popular, '[\\s!]*')
const OTHER_BADGE = whole(({ otherBadge }) => otherBadge, '[.!]?')
const FROM = new RegExp(`(?:${composeWords(({ from }) => from)})\\s*:?\\s*$`)
const FROM_AFTER = new RegExp(
  `^\\s*(?:\\+(?!\\s*[$€£\\d])|〜|～|~(?!\\d)|${alternatives(({ fromAfter }) => fromAfter)})`,
)
const SEAT = new WordSearch((among) => composePer(({ seat }) => seat, among))
const SETUP = new WordSearch((among) => composeStems(({ setup }) => setup, among))
const PER = new RegExp(`^\\s*(?:[/／]|${composeWords(({ per }) => per)})`)
const ASIDE = new WordSearch((among) => `^(?:${composeWords(({ aside }) => aside, among)})`)
const SAVING_BEFORE = new RegExp(
  `(?:${composeWords(({ savingBefore }) => savingBefore)}|(?<![\\u05d0-\\u05ea])[−-])\\s*:?\\s*(?:(?:${UP_TO})\\s)?$`,
)
const SAVING_AFTER = new RegExp(`^\\s*(?:${alternatives(({ savingAfter }) => savingAfter)})`)
const WAS_BEFORE = new RegExp(`(?:${composeWords(({ wasBefore }) => wasBefore)})\\s*:?\\s*$`)

/** Removes emoji and marks around the words. */
const bare = (text: string): string =>
  text
    .replace(/^[^\p{L}\p{N}\p{Sc}+-]+|(?:[^\p{L}\p{N}\p{M}.!)%+]|[\ufe0e\ufe0f\u20e3])+$/gu, '')
    .trim()

export const saysFree = (text: string): boolean =>
  text.length < LENGTH.freeText && FREE.isIn(bare(text.replace(/\s*[(（][^()（）]*[)）]\s*$/, '')))
/** Longer phrases in place of a price that mean free: "Free for everyone", "free / forever". */
export const beginsWithFree = (text: string): boolean =>
  text.length < LENGTH.freeText && FREE_LEAD.isIn(bare(text))
export const saysContact = (text: string): boolean =>
  text.length < LENGTH.requestText && (CONTACT.isIn(bare(text)) || ON_REQUEST.isIn(bare(text)))
/** "Custom" in place of a price, as opposed to a button that leads to sales. */
export const isPricedOnRequest = (text: string): boolean =>
  text.length < LENGTH.requestText && ON_REQUEST.isIn(bare(text))
export const saysPopular = (text: string): boolean =>
  text.length < LENGTH.popularBadge && BADGE.isIn(bare(text))
export const isOtherBadge = (text: string): boolean =>
  text.length < LENGTH.badge && OTHER_BADGE.isIn(bare(text))
export const endsWithFrom = (text: string): boolean =>
  FROM.test(toLowerCaseSameLength(text.slice(-NEAR.lead)))
export const beginsWithFrom = (text: string): boolean =>
  FROM_AFTER.test(toLowerCaseSameLength(text.slice(0, NEAR.lead)))
export const saysPerSeat = (text: string): boolean => SEAT.isIn(text)
/** The length of the slash or the "per" that a text begins with. */
export const perLength = (text: string): number =>
  PER.exec(toLowerCaseSameLength(text))?.[0].length ?? 0
/** Returns true for a line that qualifies the price above it. */
export const isAside = (text: string): boolean => ASIDE.isIn(text)
const SURCHARGE = new RegExp(
  String.raw`^\s*(?:\+|${anyOf(({ plus }) => plus)})[^\p{L}\d]*(?:\p{L}{1,3}[^\p{L}\d]{0,2})?\d`,
  'iu',
)
/** An amount on top of a price: "+ $19/mo". */
export const isSurcharge = (text: string): boolean => SURCHARGE.test(text)
const NO_SUBSCRIPTION = new RegExp(
  alternatives(({ noSubscription }) => noSubscription),
  'iu',
)
export const saysNoSubscription = (text: string): boolean => NO_SUBSCRIPTION.test(text)
export const saysSetup = (text: string): boolean => SETUP.isIn(text)
const isSaving = (before: string, after: string): boolean =>
  SAVING_BEFORE.test(before.slice(-NEAR.saving)) || SAVING_AFTER.test(after)
const isFormerPrice = (before: string): boolean => WAS_BEFORE.test(before.slice(-NEAR.saving))

/** Matches the text after an introductory price, which applies to the first period only. */
const FIRST = new RegExp(
  `^\\s{0,2}(?:(?:[/／]|${composeWords(({ per, perTime, during }) => [per, perTime, during].filter(Boolean).join('|'))})\\s?)?(?:${composeWords(({ month }) => month.noun)})?[\\s,(–—-]{0,6}(?:${composeStems(({ first }) => first)})`,
)
export const isIntroductory = (text: string): boolean => FIRST.test(toLowerCaseSameLength(text))
const ABOUT = new RegExp(`(?:[~≈≥≤><→]|${composeWords(({ about }) => about)})\\s*$`)
const MINIMUM = new RegExp(
  `^\\s*→|^[^a-z\\u00c0-\\u1fff\\u3040-\\uffff]{0,${NEAR.minimum}}(?:/?\\s?${anyOf(({ minimumInterval }) => minimumInterval)}\\s)?(?:${composeWords(({ minimum }) => minimum)})`,
)
const INTRODUCED = new RegExp(
  String.raw`\b${anyOf(({ introduction }) => introduction)}\b.*\b${anyOf(({ afterIntroduction }) => afterIntroduction)}\b`,
  'i',
)
const PERCENT_PLUS = new RegExp(
  String.raw`%\s*(?:\+|&|${anyOf(({ plus }) => plus)}|${anyOf(({ and }) => and)})\s*$`,
  'i',
)

/**
 * Returns true for an amount that is not a price: a saving, a former price, an estimate, a bracket
 * of volume prices.
 */
export function isDecoy(textBefore: string, textAfter: string, value: string): boolean {
  const before = toLowerCaseSameLength(textBefore)
  const after = toLowerCaseSameLength(textAfter)
  if (isFormerPrice(before)) return !INTRODUCED.test(before)
  if (FIRST.test(after) || PERCENT_PLUS.test(before)) return true
  if (Number(value) > 0 && isSaving(before, after)) return true
  return ABOUT.test(before.slice(-NEAR.about)) || MINIMUM.test(after)
}

const GAP = '(?:--+|—|–|…|\\.\\.\\.|xx+|\\?\\?+)'
const LONG = composeWords(({ month, year }) => [month.noun, year.noun].join('|'))
const SHORT = composeWords(({ week, day, hour }) => [week.noun, day.noun, hour.noun].join('|'))
const BLANK = new RegExp(
  `^\\p{Sc}?\\s?(?:${GAP}?\\s?/\\s?(?:${LONG})|${GAP}\\s?/\\s?(?:${SHORT}))`,
  'u',
)

const FILLED_IN = new RegExp(
  String.raw`(\{\{|\[\[|\$\{|<%)[^\]}%]*${anyOf(({ priceInCode }) => priceInCode)}[^\]}%]*(\}\}|\]\]|\}|%>)`,
  'i',
)
/** A placeholder that a script replaces with a price: "{{price}} / month", "$-- /mo". */
export const isPlaceholder = (text: string): boolean =>
  text.length < LENGTH.placeholder &&
  (FILLED_IN.test(text) ||
    BLANK.test(toLowerCaseSameLength(text)) ||
    /^\p{Sc}\s?(--+|—|–|…|\.\.\.|xx+|\?\?+|\{\{.*\}\})$/iu.test(text))
