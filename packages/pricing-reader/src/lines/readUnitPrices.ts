import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { type Amount, findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { wordPattern } from '../words/composeWords.ts'
import { isCreditUnit } from '../words/creditUnit.ts'
import { findCounts } from './findCounts.ts'
import { plainLine } from './plainLine.ts'
import { readQuantity } from './readQuantity.ts'

/** A unit price as a line tells it, with what decides whether it is the price of a tier. */
export interface UnitPriceReading extends ReadUnitPrice {
  currency: string
  /** "Extra", "additional", "plus", "then": on top of what is included. */
  isExtra: boolean
  /** Per user, seat, person. */
  isPerSeat: boolean
  /** "$6/mo per person": paid again each month or year. */
  isRecurring: boolean
}

const PER =
  '(?:/|per\\b|for each\\b|for every\\b|each\\b|every\\b|a\\b|an\\b|pro\\b|je\\b|par\\b|por\\b|за\\b|на\\b|cada\\b|ogni\\b)'
const INTERVAL =
  '(?:months?|mo|mth|years?|yr|annum|weeks?|wk|days?|monat|jahr|tag|woche|mois|an|année|jour|semaine|mes|año|día|semana|mês|ano|dia|mese|anno|месяц|мес|год|день|ay|yıl|첫\\s?해|初年度)'
const INTERVAL_STEP = new RegExp(
  `^\\s*(?:${PER}\\s*${INTERVAL}(?![\\p{L}\\p{N}])|monthly|yearly)\\.?`,
  'iu',
)
const UNIT_STEP = new RegExp(
  `^\\s*(?:${PER}|/)\\s*(?:(?:additional|extra|active|eligible|successful|each|every|zusätzliche[nrs]?|weitere[nrs]?|supplémentaires?|adicional|дополнительн\\p{L}+)\\s+)?`,
  'iu',
)
const FOR_STEP = /^\s*(?:for|für|pour|por|para|за|=|→|:)\s+(?=\d)/iu
const EXTRA = wordPattern(
  'extra|additional|additionally|more|overages?|beyond|after|over|exceed\\p{L}*|above|plus|then|on top|zusätzlich\\p{L}*|weitere[nrs]?|danach|darüber|supplémentaires?|au-delà|puis|adiciona(?:l|is|les)|extras?|después|luego|excedente|además|depois|дополнительн\\p{L}*|сверх|свыше|затем',
)
/** Whether words tell of what comes on top of what is included. */
export function saysExtra(text: string): boolean {
  return EXTRA.test(text)
}

const SEAT =
  /^(?:(?:active|eligible|additional|team|full)\s+)?(?:users?|seats?|members?|people|persons?|participants?|employees?|agents?|editors?|developers?|teammates?|licen[cs]es?|heads?|hosts?|admins?|nutzer|benutzer|mitarbeiter|utilisateurs?|personnes?|usuarios?|personas?|usuários?|pessoas?|utenti?|użytk\p{L}*|osob\p{L}*|gebruikers?|användare|brukere?|kullanıcı\p{L}*|пользовател\p{L}*|человек\p{L}*|人|名|사용자|명|用户)(?![\p{L}])/iu
const WORD_NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:thousand|tausend|mille|mil|тысяч\p{L}*)(?![\p{L}])\s*/iu, 1e3],
  [/^(?:million|millionen|millón|milhão|миллион\p{L}*)(?![\p{L}])\s*/iu, 1e6],
]
/** A fee per device that is paid once is no price of its use. */
const PAID_ONCE =
  /one[- ]time|one[- ]off|setup fee|einmalig|pago único|pagamento único|paiement unique|una tantum|единоразов|разово|一次性|初期費用|일회성/iu
/** Things one buys once or by themselves: a price "per project" is no usage price of a tier. */
const NO_UNIT =
  /^(?:time|plan|one|team(?! m)|organi[sz]ation|workspace|account|company|customer|installation|instance|license)(?![\p{L}])/iu

/** Reads what one unit costs wherever a line says so: "$0.002 per request", "€5 je 1.000 E-Mails", "+$1 / GB". */
export function readUnitPrices(line: string, hints: MoneyHints): UnitPriceReading[] {
  const text = plainLine(line)
  return findAmounts(text, hints).flatMap((amount) => readAt(text, line, amount) ?? [])
}

function readAt(text: string, evidence: string, amount: Amount): UnitPriceReading | undefined {
  const before = text.slice(0, amount.start)
  let rest = text.slice(amount.end)
  // "30-80k" is a guess at a price.
  if (/\d\s?[-–—~]\s?\d/u.test(text.slice(amount.start, amount.end + 3))) return undefined
  const interval = intervalStep(rest)
  if (interval !== undefined) rest = rest.slice(interval.length)
  const unitStep = UNIT_STEP.exec(rest)?.[0]
  const isFor = unitStep === undefined && interval === undefined
  const step = unitStep ?? (isFor ? FOR_STEP.exec(rest)?.[0] : undefined)
  if (step === undefined) return readMore(before, rest, interval !== undefined, amount, evidence)
  const isExtra = saysExtra(before) || saysExtra(rest) || /\+\s*$/u.test(before)
  rest = rest.slice(step.length)
  // "de R$ 99 por R$ 79" is a price and the one before it.
  if (/^\s*\p{L}{0,3}\p{Sc}/u.test(rest)) return undefined
  if (PAID_ONCE.test(rest.slice(0, 48))) return undefined
  const { per, after } = readPer(rest)
  if (isFor && per === 1) return undefined
  const isEach = /^\s*(?:each|every|cada)\s*$/iu.test(step) && after.trim() === ''
  const unit = unitOf(after) || (per > 1 || isEach ? unitBefore(before) : '')
  // "$10 for 100 credits" is a pack of them.
  if (isFor && isCreditUnit(unit)) return undefined
  if (unit === '' || new RegExp(`^${INTERVAL}$`, 'iu').test(unit) || NO_UNIT.test(unit))
    return undefined
  return {
    unit: named(before, unit),
    amount: amount.value,
    currency: amount.currency,
    per,
    isExtra,
    isPerSeat: SEAT.test(unit),
    isRecurring:
      interval !== undefined ||
      new RegExp(`^[^,;.]{0,30}${PER}\\s*${INTERVAL}(?![\\p{L}])`, 'iu').test(after),
    evidence,
    confidence: 0.85,
  }
}

const MORE =
  /^(?:(?:each|every|per)\s+)?(?:additional|extra|zusätzliche[nrs]?|weitere[nrs]?|каждый дополнительный)\s+(\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s*[:–—-]?\s*[+~]?\s*$/iu

/** "Every extra 100 replies cost $5", "每额外 100 条回复加收 5 美元". */
const EVERY_MORE =
  /^(?:(?:each|every|per)\s+(?:additional|extra)|jede weiteren|каждые дополнительные)\s+(\d[\d,.]*\s?k?)?\s*(\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s*(?:costs?|kosten|за|[:=–—-])\s*[+~]?\s*$|^每(?:额外|額外|增加|多)\s*(\d[\d,]*)?\s*[条條个個次张張份位名]?\s*(\p{Script=Han}{1,6}?)(?:需?加收|收费|收取|[:：])\s*$/iu

/** "Additional seats: $5/mo": what one more costs, again and again; "Every extra 100 replies cost $5". */
function readMore(
  before: string,
  rest: string,
  isRecurring: boolean,
  amount: Amount,
  evidence: string,
): UnitPriceReading | undefined {
  const every = isRecurring || /\p{L}/u.test(rest) ? null : EVERY_MORE.exec(before)
  const unit = isRecurring ? MORE.exec(before)?.[1] : (every?.[2] ?? every?.[4])
  if (unit === undefined) return undefined
  return {
    unit,
    amount: amount.value,
    currency: amount.currency,
    per: findCounts(every?.[1] ?? every?.[3] ?? '')[0]?.value ?? 1,
    isExtra: true,
    isPerSeat: SEAT.test(unit),
    isRecurring,
    evidence,
    confidence: 0.75,
  }
}

/** The words by which a price is one for a time: "/mo", "per year", "/月". */
function intervalStep(rest: string): string | undefined {
  const own = INTERVAL_STEP.exec(rest)?.[0]
  if (own !== undefined) return own
  const [first] = findIntervals(rest)
  // "/user/month" is one word of prices, and the user its unit.
  if (first !== undefined && /user/iu.test(rest.slice(first.start, first.end))) return undefined
  if (first === undefined || first.interval === 'one_time' || first.interval === 'hour')
    return undefined
  return /^[\s(]*$/u.test(rest.slice(0, first.start)) ? rest.slice(0, first.end) : undefined
}

function readPer(rest: string): { per: number; after: string } {
  const [count] = findCounts(rest)
  if (count !== undefined && /^(?:each\s+)?$/iu.test(rest.slice(0, count.start)))
    return { per: count.value, after: rest.slice(count.end).replace(/^[\s-]+/u, '') }
  for (const [pattern, per] of WORD_NUMBERS) {
    const match = pattern.exec(rest)
    if (match !== null) return { per, after: rest.slice(match[0].length) }
  }
  return { per: 1, after: rest }
}

/** "10,000 emails, then $1 per 1,000" and "Additional emails: $1 per 1,000": the unit stands before the price. */
function unitBefore(before: string): string {
  const counted = readQuantity(before.split(/,\s|[;(]/u)[0] ?? '')?.feature
  if (counted !== undefined) return counted
  const label = /^([^:：]{3,40}?)(?:[:：]\s*[+~]?|\s+(?:at|for|à|für|por|a))$/iu.exec(
    before.trim(),
  )?.[1]
  return unitOf((label ?? '').replace(/^(?:buy|get|purchase|order|add)\s+/iu, ''))
}

/** The unit's own words: up to where the line goes on to say something else. */
function unitOf(after: string): string {
  const words = after
    .replace(/^\s*(?:of\s+)?(?:additional|extra|more)(?:\s+|(?=\*?$))/iu, (lead) =>
      /\s$/u.test(lead) ? '' : 'unit',
    )
    .split(
      /[,;:.()[\]·|–—+*!\p{Sc}]|\s-\s|\/|(?:^|\s)(?:per|after|beyond|over|overages?|metered|above|thereafter|and|or|with|if|when|on|in|for|from|plus|at|used|sent|processed|danach|au-delà|y|et|und)(?=\s|$|[),])/iu,
    )[0]
    ?.trim()
    .split(/\s+/u)
    .slice(0, 4)
    .join(' ')
  return words !== undefined && /^[\p{L}]/u.test(words) ? words : ''
}

/** "Opus input: $15 / MTok": a short label before the price tells which unit. */
function named(before: string, unit: string): string {
  const label = before
    .replace(/[\s:–—+(-]+$/u, '')
    .replace(
      /^(?:(?:only|just|from|ab|ab nur|à partir de|desde|a partir de|от|danach|dann|luego|después|puis|ensuite|depois|затем|以降|이후|之后|at|for|then|plus|and|extra usage|additional|overages?)(?![\p{L}])[\s:]*)+/iu,
      '',
    )
    .trim()
  const isSaid =
    /(?<![\p{L}])(?:is|are|costs?|billed|charged|pay|sind|kostet|coûte|cuesta|custa)(?![\p{L}])/iu.test(
      label,
    )
  const isLabel =
    !isSaid &&
    /^\p{L}/u.test(label) &&
    label.length <= 40 &&
    !/[.,;!?]/u.test(label) &&
    !/\d/u.test(label)
  return isLabel && !label.toLowerCase().includes(unit.toLowerCase()) ? `${label} ${unit}` : unit
}
