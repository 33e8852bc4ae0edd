import { sameTier } from './sameTier.ts'

/** The tiers of a page as far as a line of one of them may refer to them. */
export interface TierNames {
  /** In the order of the page. */
  names: readonly string[]
  /** The tier whose line it is. */
  own: string
  /** The tier that costs nothing, which a line may call "Free" whatever its name. */
  free?: string
}

export interface Inheritance {
  tier: string
  /** What the line grants besides: "Everything in Pro, for teams up to 50 users". */
  rest: string
}

const NAME = '(.{1,60}?)'
const END =
  '(?:\\s*(?:[,;:.+&–—-]|\\bplus\\b|\\bund\\b|\\band\\b|\\bet\\b|\\by\\b|\\be\\b|\\bas well as\\b|\\bincluded\\b|\\bи\\b|(?<=\\s)и(?=\\s)|$)(.*))$'
/** "Everything in X": what follows is a tier, known or not. */
const EVERYTHING: readonly RegExp[] = [
  "(?:includes?\\s+|get\\s+)?(?:everything|all(?:\\s+(?:of\\s+)?(?:the\\s+)?(?:features?|benefits?|perks|functionality|capabilities|stuff))?(?:\\s+(?:that\\s+is\\s+)?included)?)\\s+(?:that[’']s\\s+|included\\s+|available\\s+)?(?:in|from|of|on)\\s+",
  '(?:enthält\\s+)?alle?s?\\s+(?:(?:funktionen|features|leistungen|vorteile|inhalte)\\s+)?(?:aus|von|vom|im|in|des|der|wie (?:in|im|bei))\\s+(?:dem\\s+|der\\s+)?',
  "tou(?:t|tes?|s)\\s+(?:(?:les\\s+)?(?:fonctionnalités|avantages|options)\\s+)?(?:(?:ce\\s+qui\\s+est\\s+|ce\\s+qu[’']il\\s+y\\s+a\\s+)?(?:inclus\\s+)?(?:dans|de|du|d[’'])\\s*)(?:l[’'])?",
  'tod[oa]s?\\s+(?:(?:lo|las|los)\\s+)?(?:(?:funciones|funcionalidades|características|ventajas|beneficios)\\s+)?(?:(?:incluido|que incluye)\\s+)?(?:de|del|en)\\s+',
  'tud[oa]|todos\\s+os\\s+(?:recursos|benefícios)|todas\\s+as\\s+(?:funcionalidades|funções)',
  'tutt[oe]\\s+(?:(?:le\\s+)?(?:funzionalità|funzioni)\\s+)?(?:(?:quello|ciò)\\s+)?(?:di|del|in|da|nel|incluso in)\\s+',
  'alles?\\s+(?:van|uit|in|wat in)\\s+',
  'вс[её]\\s+(?:(?:функции|возможности|преимущества)\\s+)?(?:(?:что|включенное)\\s+)?(?:из|в|от|на|с)?\\s*',
  'wszystko\\s+(?:z|w|co w)\\s+',
  'allt?\\s+(?:i|från|fra)\\s+',
].map((lead) =>
  lead.startsWith('tud[oa]')
    ? new RegExp(
        `^(?:${lead})\\s+(?:o que (?:há|tem|está)\\s+)?(?:do|da|de|no|na|em)\\s+${NAME}${END}`,
        'iu',
      )
    : new RegExp(`^(?:${lead})(?:the\\s+)?${NAME}${END}`, 'iu'),
)
const EAST: readonly RegExp[] = [
  /^(.{1,40}?)(?:プラン)?の(?:全て|すべて|全)(?:の)?(?:機能|内容|特典)?(.*)$/u,
  /^(.{1,40}?)(?:\s?플랜|\s?요금제)?(?:의|에 포함된)?\s?모든\s?(?:기능|것|혜택)(.*)$/u,
  /^(?:包含|包括|享有)?\s?(.{1,40}?)(?:版|套餐|计划|方案)?(?:的|中的)?(?:所有|全部)(?:功能|权益|內容|内容|特性)(.*)$/u,
  /^(?:包含|包括)?(?:所有|全部)\s?(.{1,40}?)(?:版|套餐|计划|方案)?(?:的)?(?:功能|权益)(.*)$/u,
  /^(.{1,40}?)[’']?(?:d[ae]ki|t[ae]ki|nd[ae]ki)?\s+(?:planındaki\s+|paketindeki\s+)?her şey(.*)$/iu,
]
/** "All X features", "X plus": said of tiers and of other things, so only a known tier counts. */
const LOOSE: readonly RegExp[] = [
  /^(?:all|alles?)\s+(?:the\s+)?([^,:+]{3,30}?)\s*(?:[,:+]|plus|und|and|$)(.*)$/iu,
  /^(?:includes\s+)?all\s+(?:of\s+)?(?:the\s+)?(.{1,40}?)\s+(?:plan\s+|tier\s+)?(?:features?|benefits?|perks|functionality|capabilities)(?:\s*[,:+]|\s+plus|\s+and|$)(.*)$/iu,
  /^alle\s+(.{1,40}?)[- ]?(?:funktionen|features|leistungen|vorteile)(?:\s*[,:+]|\s+plus|\s+und|$)(.*)$/iu,
  /^tout(?:es?)?\s+(.{1,40}?)\s*(?:[+,:]|plus|et|$)(.*)$/iu,
  /^todo\s+(?:lo\s+)?(.{1,40}?)\s*(?:[+,:]|más|$)(.*)$/iu,
  /^(.{1,40}?)\s+(?:plan\s+)?(?:features?\s*)?(?:plus|\+|and more)\s*[:.]?$/iu,
  /^(?:everything|alles|tout|todo|tudo|все)\s+(.{1,40}?)(?:\s+(?:has|offers|includes|bietet))?\s*(?:[+,:]|plus|$)(.*)$/iu,
]
/** "Includes" before what is included. */
const VERB =
  /^(?:includes?|including|beinhaltet|enthält|umfasst|comprend|inclut|incluye|inclui|contém|include|bevat|включает|содержит|zawiera)\s+/iu
const PREVIOUS =
  /^(?:(?:the\s+)?(?:previous|prior|lower|preceding)(?:\s+(?:plans?|tiers?))?|above|vorherigen?|niedrigeren|précédente?s?|anterior(?:es)?|precedente|предыдущ\p{L}*|前の|上記|이전|上一)/iu
const FREE =
  /^(?:(?:the\s+)?free|kostenlos\p{L}*|gratis|gratuite?|gratuito|grátis|бесплатн\p{L}*|無料|무료|免费)(?![\p{L}])/iu

/** Reads whether a line says that a tier has all of another one. */
export function readInheritance(line: string, tiers: TierNames): Inheritance | undefined {
  const text = line.replace(VERB, '')
  for (const pattern of [...EVERYTHING, ...EAST]) {
    const match = pattern.exec(text)
    if (match?.[1] === undefined) continue
    const tier = named(match[1], tiers)
    if (tier !== undefined) return { tier, rest: restOf(match[2]) }
  }
  for (const pattern of LOOSE) {
    const match = pattern.exec(text)
    if (match?.[1] === undefined) continue
    const tier = named(match[1], tiers)
    if (tier !== undefined) return { tier, rest: restOf(match[2]) }
  }
  return undefined
}

/** Whether a line only points at another tier, known or not, so that it grants nothing by itself. */
export function pointsAtTier(line: string): boolean {
  const text = line.replace(VERB, '')
  return (
    [...EVERYTHING, ...EAST].some((pattern) => pattern.test(text)) && text.split(/\s+/u).length <= 9
  )
}

function named(reference: string, tiers: TierNames): string | undefined {
  const others = tiers.names.filter((name) => name !== tiers.own)
  const before = tiers.names.slice(0, Math.max(tiers.names.indexOf(tiers.own), 0)).at(-1)
  const known = sameTier(reference, others)
  if (known !== undefined) return known
  if (PREVIOUS.test(reference.trim())) return before
  if (FREE.test(reference.trim()) && tiers.free !== tiers.own) return tiers.free
  return undefined
}

function restOf(rest: string | undefined): string {
  return (rest ?? '')
    .replace(/^[\s,;:.+&–—-]+/u, '')
    .replace(/^(?:plus|and|und|et|y|e|и|for|für|pour|para|mit|with)(?![\p{L}])\s*[:,]?\s*/iu, '')
    .replace(
      /^(?:포함|に加えて|를 포함|を含む|を含みます|が含まれます|包含|included|inclus(?:es)?|incluidas?|enthalten)[.。]?$/iu,
      '',
    )
    .replace(/^(?:more|mehr|much more|même plus|más|mais)\s*[:!.]?$/iu, '')
    .trim()
}
