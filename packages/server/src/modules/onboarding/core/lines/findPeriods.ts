import type { QuotaPeriod } from '../offer.ts'

/** A time after which a quota begins anew, and where in the text it is said. */
export interface PeriodSpan {
  period: QuotaPeriod
  start: number
  end: number
}

const UNITS: readonly (readonly [QuotaPeriod, string])[] = [
  ['second', 'seconds?|secs?|s|sekunden?|secondes?|segundos?|секунд\\p{L}*|сек'],
  ['minute', 'minutes?|mins?|minuten?|minutos?|minuto|минут\\p{L}*|мин'],
  ['hour', 'hours?|hrs?|h|stunden?|heures?|horas?|ora|час\\p{L}*|uur|timme'],
  ['day', 'days?|d|tag(?:e|en)?|jours?|j|días?|dia|giorno|день|дня|дней|сутки|dzień|dag|gün'],
  ['week', 'weeks?|wk|wks|woche|semaine|semana|settimana|неделю|нед|tydzień|vecka|hafta'],
  [
    'month',
    'months?|mo|mos|mth|mnth|mon|monat|mois|mes|mês|mese|месяц|мес|miesiąc|mies|maand|månad|måned|ay|luna|měsíc',
  ],
  ['quarter', 'quarters?|qtr|quartal|trimestre|квартал'],
  ['year', 'years?|yrs?|yr|y|annum|jahr|ans?|année|año|ano|anno|год|rok|jaar|år|yıl|rok'],
]
const PER =
  '(?:/\\s?|(?:per|an?|each|every|pro|je|jeden|jede|im|in der|pr\\.?|par|chaque|al|à la|por|cada|ao|ogni|в|за|на|каждый|каждую|na|w|om|i)\\s+)(?:calendar\\s+|billing\\s+|30\\s?)?'
const ADVERBS: readonly (readonly [QuotaPeriod, string])[] = [
  ['hour', 'hourly|stündlich\\p{L}*|ежечасно'],
  [
    'day',
    'daily|täglich\\p{L}*|quotidien\\p{L}*|diari[ao]s?|diariamente|giornalier\\p{L}*|ежедневн\\p{L}*|dziennie|dagelijks|dagligen|günlük',
  ],
  [
    'week',
    'weekly|wöchentlich\\p{L}*|hebdomadaires?|semana(?:l|is|les|lmente)|settimanal\\p{L}*|еженедельн\\p{L}*|tygodniowo|wekelijks|haftalık',
  ],
  [
    'month',
    'monthly|monatlich\\p{L}*|mensuel\\p{L}*|mensual\\p{L}*|mensa(?:l|is|le|li|lmente)|mensile|mensili|ежемесячн\\p{L}*|miesięcznie|maandelijks|månad(?:en|svis)|aylık|p/m|p\\.m\\.',
  ],
  ['quarter', 'quarterly|vierteljährlich|trimestriel\\p{L}*|trimestral\\p{L}*|ежеквартально'],
  [
    'year',
    'yearly|annually|annual|p\\.a\\.|jährlich\\p{L}*|annuel\\p{L}*|anual\\p{L}*|annual[ei]|ежегодн\\p{L}*|rocznie|jaarlijks|årligen|yıllık',
  ],
  ['lifetime', 'lifetime|for life|auf lebenszeit|à vie|de por vida|vitalíci\\p{L}*|навсегда'],
  [
    'one_time',
    "one[- ]time(?! password| code| use| link)|one[- ]off|once|on sign[- ]?up|upon sign[- ]?up|at sign[- ]?up|when you sign up|to start(?: with)?|to get started|for signing up|sign[- ]?up bonus|welcome|einmalig\\p{L}*|zum start|une (?:seule )?fois|à l'inscription|pour commencer|offerts?|una (?:sola )?vez|al registrarte|para empezar|para começar|ao se cadastrar|uma vez|una tantum|единоразово|разово|при регистрации|на старт|одноразово",
  ],
]
const EAST: readonly (readonly [QuotaPeriod, RegExp])[] = [
  ['minute', /(?:\/|每|毎|1)\s?(?:分鐘?|分钟)|毎分|분당/gu],
  ['day', /[/／]\s?(?:1?日|天|일)|毎日|每日|每天|1日(?=\d)|日次|하루|매일|일일/gu],
  ['week', /[/／]\s?(?:週間?|周|주)|毎週|每周|每週|매주|주간/gu],
  [
    'month',
    /[/／]\s?(?:か月|ヶ月|カ月|月間?|个月|個月|월|개월)|毎月|每月|每个月|月間|月(?=\s?[\d,]+)|매월|매달|월간|월(?=\s?[\d,]+)|한\s?달/gu,
  ],
  ['year', /[/／]\s?(?:年間?|년)|毎年|每年|年間|매년|연간/gu],
  ['one_time', /初回|一次性|買い切り|一回限り|注册|登録時|가입\s?시|일회성|1회성/gu],
]

const PATTERNS: readonly (readonly [QuotaPeriod, RegExp])[] = [
  ...UNITS.map(
    ([period, unit]) =>
      [
        period,
        new RegExp(`(?<![\\p{L}\\p{N}])${PER}(?:${unit})(?![\\p{L}\\p{N}])`, 'giu'),
      ] as const,
  ),
  // "500/month" and "500 / month": a slash needs no space before it.
  ...UNITS.map(
    ([period, unit]) =>
      [period, new RegExp(`\\s?/\\s?(?:${unit})(?![\\p{L}\\p{N}])`, 'giu')] as const,
  ),
  ...ADVERBS.map(
    ([period, adverb]) =>
      [period, new RegExp(`(?<![\\p{L}\\p{N}])(?:${adverb})(?![\\p{L}\\p{N}])`, 'giu')] as const,
  ),
  ...EAST,
]

/** Where a line says after which time its quota resets: "/ month", "per day", "täglich", "毎月". */
export function findPeriods(text: string): PeriodSpan[] {
  const spans: PeriodSpan[] = []
  for (const [period, pattern] of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const span = { period, start: match.index, end: match.index + match[0].length }
      if (isPartOfName(text, span)) continue
      if (!spans.some((other) => other.start < span.end && span.start < other.end)) spans.push(span)
    }
  return spans.sort((a, b) => a.start - b.start)
}

/** "Monthly active users" and "daily backups" are things, not times. */
function isPartOfName(text: string, span: PeriodSpan): boolean {
  return /^\s+(?:active|recurring|visitors?|backups?|digest|reports?|summar|updates?|newsletter|access)/iu.test(
    text.slice(span.end),
  )
}
