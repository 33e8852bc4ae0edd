import { alternatives, composeWords } from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'
import { findUnlimited } from './findCounts.ts'

/** What a line says is not there. */
export interface Exclusion {
  feature: string
  /** Its absence is what is sold: "No watermarks", "ohne Werbung". */
  isBenefit: boolean
}

const CROSS =
  /^\s*(?:[✗✘✕✖❌🚫⛔☒⨯❎]|[xX×](?=\s+\p{L})|\[\s?[xX✗]\s?\]|(?:close|cancel|clear|remove(?:_circle)?|block|highlight_off)\s*(?=[\p{Lu}\d]))\s*/u
const NO = new WordSearch(
  (among) =>
    `^(?:${composeWords(({ without }) => without, among)})(?:(?<=[’'\\u0e00-\\u0e7f])|\\s+)(?=[a-z\\d\\u00aa-\\u1fff\\u2c00-\\uffff])`,
)
const NOT_INCLUDED = new WordSearch(
  (among) =>
    `(?<![\\s\\-–—:(])[\\s\\-–—:(]+(?:${alternatives(({ missing }) => missing, among)})\\s*\\)?$`,
)
const CANNOT =
  /^(?:you )?(?:can[’']?t|cannot|can not|kann nicht|ne peut pas|no puedes?|não pode|non può|нельзя)\s+(\p{L}.+)$/iu
const EASTERN =
  /^(.+?)(?:なし|無し|非対応|利用不可|は含まれません|미포함|없음|미제공|불포함|不包含|不支持|不可用)$/u
const EASTERN_LEAD = /^(?:不包含|不含|无(?![限需])|不支持|没有)(.+)$/u

/** Nuisances: a page that says they are missing is praising itself. */
const NUISANCE =
  /(?<![\p{L}])(?:water-?marks?|ads?|advert\p{L}*|brand(?:ing)?|logo|limits?|limitations?|restrictions?|caps?|throttl\p{L}*|quotas?|lock-?in|vendor|code|coding|fees?|commissions?|markups?|charges?|costs?|overages?|surprises?|hidden|setup|installation|downtime|delays?|wait(?:ing)?|queues?|interruptions?|tracking|trackers?|logs? policy|logging|fake|spam|bots?|fluff|bs|hassle|expir\p{L}*|per-seat|minimums?|experience|maintenance|servers? to|infrastructure|rate|wasserzeichen|werbung|limit\p{L}*|begrenzung\p{L}*|gebühren|provision|kosten|einrichtung\p{L}*|filigranes?|publicités?|pubs?|limites?|frais|commission|marcas? de agua|marca d'água|anuncios|anúncios|publicidad\p{L}*|comisi\p{L}+|comiss\p{L}+|taxas?|filigrana|pubblicità|commissioni|водян\p{L}+|реклам\p{L}*|огранич\p{L}*|комисси\p{L}*)(?![\p{L}])|透かし|広告|워터마크|광고|水印|广告/iu
/** Nobody wants these, though a lesser tier may have them. */
const ALWAYS_NUISANCE =
  /(?<![\p{L}])(?:water-?marks?|ads?|adverts?|advertising|fees?|commissions?|wasserzeichen|werbung|gebühren|filigranes?|publicités?|frais|marcas? de agua|marca d'água|anuncios|anúncios|comisi\p{L}+|comiss\p{L}+|водян\p{L}+|реклам\p{L}*|комисси\p{L}*)(?![\p{L}])|透かし|広告|워터마크|광고|水印|广告/iu
/** What a tier has or has not. */
const CAPABILITY =
  /(?<![\p{L}])(?:access|support|features?|exports?|imports?|uploads?|downloads?|integrations?|analytics|reports?|reporting|api|webhooks?|history|storage|forms?|domains?|sso|users?|members?|seats?|teams?|customi[sz]ation|customi[sz]able|templates?|alerts?|notifications?|backups?|sla|usage|rights|licen[cs]e|use|tools?|models?|priority|automations?|zugriff|zugang|unterstützung|funktionen|export|accès|fonctionnalités|acceso|soporte|acesso|suporte|доступ\p{L}*|поддержк\p{L}*|функци\p{L}*)(?![\p{L}])/iu

const FOREIGN_NUISANCE = new WordSearch((among) => composeWords(({ nuisance }) => nuisance, among))
const FOREIGN_CAPABILITY = new WordSearch((among) =>
  composeWords(({ capability }) => capability, among),
)

const isNuisance = (text: string): boolean => NUISANCE.test(text) || FOREIGN_NUISANCE.isIn(text)

/** Takes a cross off the beginning of a line. */
export function withoutCross(text: string): string | undefined {
  const cross = CROSS.exec(text)
  if (cross === null) return undefined
  const rest = text.slice(cross[0].length).trim()
  return rest === '' ? undefined : rest
}

/**
 * Reads a line that says that something is missing. Whether that is a shortcoming or the very benefit is told by
 * whether another tier has it, then by what it is.
 */
export function readExclusion(
  text: string,
  isGrantedElsewhere: (feature: string) => boolean,
): Exclusion | undefined {
  const plain = text.replace(/[.!]$/u, '')
  const [tail] = NOT_INCLUDED.findIn(plain)
  const after =
    (tail && tail.start > 0 ? plain.slice(0, tail.start) : undefined) ??
    EASTERN.exec(plain)?.[1] ??
    EASTERN_LEAD.exec(plain)?.[1]
  const barred = CANNOT.exec(plain)?.[1]
  if (barred !== undefined) return { feature: barred.trim(), isBenefit: false }
  if (after !== undefined && !isNuisance(after)) return { feature: after.trim(), isBenefit: false }
  const [lead] = NO.findIn(plain)
  // "Ohne Limit" grants without end.
  if (findUnlimited(plain)?.start === 0) return undefined
  const feature = (lead ? plain.slice(lead.end) : after)?.trim()
  if (feature === undefined || feature.split(/\s+/u).length > 8) return undefined
  if (ALWAYS_NUISANCE.test(feature)) return { feature, isBenefit: true }
  if (isGrantedElsewhere(feature)) return { feature, isBenefit: false }
  if (isNuisance(feature)) return { feature, isBenefit: true }
  return { feature, isBenefit: !CAPABILITY.test(feature) && !FOREIGN_CAPABILITY.isIn(feature) }
}
