import type { PriceInterval } from '../offer.ts'

/** How pages say what a price is for, in the languages that pricing pages are mostly written in. */
const WORDS: readonly [PriceInterval, string][] = [
  [
    'quarter',
    String.raw`/\s?quarter|per quarter|quarterly|every 3 months|every three months|/\s?3 ?(?:mo|months)|3 months|/\s?qtr|pro quartal|quartalsweise|par trimestre|trimestriel|trimestral|por trimestre|за квартал|в квартал|每季度?|/季`,
  ],
  [
    'month',
    String.raw`/\s?(?:per )?(?:calendar )?mo(?:nth|nthly|s)?\b|/\s?m\b|per ?mo(?:nth)?\b|monthly|a month|each month|every month|month-to-month|/?\s?mois\b|par mois|mensuel|/\s?monat|(?:pro|im|je) monat|monatlich|mtl\.|/\s?mes\b|al mes|por mes\b|mensual|/\s?m[êe]s\b|por m[êe]s|ao m[êe]s|mensal|al mese|/\s?mese|mensile|per maand|/\s?maand|/\s?mnd|/\s?мес|в месяц|мес\.|ежемесячно|/\s?місяць|на місяць|/\s?miesi[ąa]c|miesięcznie|/\s?mies|/\s?ay\b|aylık|/\s?(?:个月|個月|ヶ月|か月|ヵ月|月)|每月|月額|月払い?|毎月|按月|月付|/\s?월|매월|월간|월 단위|월\s?(?=[\d₩])|/\s?bulan|per bulan|/\s?tháng|\bmo\b|\bpm\b|p\.?/?m\.?(?=\s|$)|per user per month|/\s?user/month|/\s?mth|månad|/\s?mån|måned`,
  ],
  [
    'year',
    String.raw`/\s?(?:per )?(?:year|yr|yearly|annum|annual)\b|/\s?y\b|/\s?a\b|per ?(?:year|yr|annum)\b|yearly|annually|annual|a year|each year|every year|p\.?a\.?(?=\s|$)|/\s?an\b|par an\b|annuel|/\s?jahr|(?:pro|im|je) jahr|jährlich|/\s?año|al año|por año|anual|/\s?ano\b|por ano|ao ano|all['’]anno|/\s?anno|annuale|per jaar|/\s?jaar|/\s?год|в год|за год|ежегодно|/\s?рік|/\s?rok\b|rocznie|/\s?yıl|yıllık|/\s?年|每年|年額|年払い|按年|年付|/\s?년|/\s?첫\s?해|매년|연간|연\s?(?=[\d₩])|1년|년 단위|年(?=\s?[\d¥￥])|/\s?tahun|/\s?năm|per år|/\s?år|12 months|/\s?12 ?mo(?:nths)?`,
  ],
  [
    'week',
    String.raw`/\s?(?:week|wk)\b|per week|weekly|a week|par semaine|/\s?semaine|pro woche|/\s?woche|wöchentlich|por semana|/\s?semana|в неделю|/\s?нед|每周|/\s?周|/\s?週|/\s?주\b`,
  ],
  [
    'day',
    String.raw`/\s?day\b|per day|daily|a day|par jour|/\s?jour|pro tag|/\s?tag\b|täglich|por d[íi]a|/\s?d[íi]a\b|в день|每天|/\s?天|/\s?日|1 day|24 hours`,
  ],
  [
    'hour',
    String.raw`/\s?(?:hour|hr|h)\b|per ?(?:hour|hr)\b|hourly|an hour|par heure|/\s?heure|pro stunde|/\s?stunde|por hora|/\s?hora|в час|/\s?час|/\s?时|/\s?時間`,
  ],
  [
    'one_time',
    String.raw`one[- ]?time|one[- ]?off|once\b|lifetime|life-time|single payment|pay once|forever|perpetual|per project|per session|flat fee|einmalig|einmalzahlung|lebenslang|paiement unique|une fois|à vie|pago único|único|una vez|de por vida|pagamento único|vitalício|una tantum|разово|навсегда|единоразов\p{L}*|пожизненн\p{L}*|买断|一次性|永久|買い切り|/\s?回|일회|평생|eenmalig|jednorazowo|tek seferlik`,
  ],
]

const PATTERNS = WORDS.map(
  ([interval, source]) =>
    [
      interval,
      new RegExp(
        source.replace(/^|\|/g, (bar) => bar),
        'giu',
      ),
    ] as const,
)

export interface IntervalWord {
  interval: PriceInterval
  start: number
  end: number
}

/** The intervals that a text names, in its order. */
export function findIntervals(text: string): IntervalWord[] {
  const found: IntervalWord[] = []
  for (const [interval, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].length
      const isLatin = /^[a-z]/i.test(match[0])
      if (isLatin && /[\p{L}]/u.test(text[start - 1] ?? ' ')) continue
      if (found.some((other) => start < other.end && other.start < end)) continue
      found.push({ interval, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const BILLED_YEARLY =
  /(billed|paid|charged|invoiced|pay|payable|billing|bill)\s+(?:[\w$€£,.]+\s+){0,3}?(annual|year|once a year|every 12|per annum)|(annual|yearly)(?:ly)? (billing|payment|plan|subscription|commitment|contract|prepay|discount)|with annual|if (billed )?annual|when (billed|paid) (annual|yearly)|(annual|yearly)ly billed|jährlich(e|er)? (abgerechnet|abrechnung|zahlung|zahlweise|gezahlt|bezahlt)|bei jährlich|facturé(e|s)? (annuel|à l'année|par an)|facturation annuelle|paiement annuel|engagement annuel|factura(do|ción|dos)? anual|pago anual|cobrad[oa] anual|pagamento anual|faturado anual|plano anual|no anual|при (годовой )?оплате за год|оплата за год|при годовой|年払い|年払|按年(付|计|支付)|年付|연간 결제|연 결제|fatturat\w+ annual|(?:con|col) (?:il )?piano annuale|pagamento annuale|avec (?:le )?plan annuel|con (?:el )?plan anual|im jahresabo|bei jahresabo|per jaar vooruit|jaarlijks (gefactureerd|betaald)/i
const BILLED_MONTHLY =
  /(billed|paid|charged|invoiced|pay|billing)\s+(?:[\w$€£,.]+\s+){0,3}?month|month-to-month|monthly (billing|payment|plan)|if monthly|monatlich(e)? (abgerechnet|abrechnung|kündbar)|facturé mensuel|facturation mensuelle|pago mensual|no mensal/i

export const saysBilledYearly = (text: string): boolean => BILLED_YEARLY.test(text)
export const saysBilledMonthly = (text: string): boolean => BILLED_MONTHLY.test(text)
