/** A unit that stands right after a number, and how it is written behind a feature's name. */
export interface Measure {
  unit: string
  kind: 'size' | 'speed' | 'duration'
  length: number
}

const SIZE =
  /^\s?(?:([KMGTP]i?B|[kK][bB]|gb|mb|tb)|(Go|Mo|To|Ko)(?=\s*(?:$|[/)(,.+]|de\s|d['’]))|(ГБ|МБ|ТБ|Гб|Мб|Тб))(?![\p{L}\p{N}])/u
const SPEED = /^\s?([KMG]bps|[KMG]bit\/s|[KMG]B\/s|Мбит\/с|GHz|MHz)(?![\p{L}\p{N}])/iu
const DURATIONS: readonly (readonly [string, RegExp])[] = [
  [
    'seconds',
    /^[\s-]?(?:seconds?|secs?|sekunden?|secondes?|segundos?|секунд\p{L}*)(?![\p{L}\p{N}])/iu,
  ],
  ['minutes', /^[\s-]?(?:minutes?|mins?|minuten?|minutos?|минут\p{L}*|мин)(?![\p{L}\p{N}])/iu],
  ['hours', /^[\s-]?(?:hours?|hrs?|h|stunden?|heures?|horas?|ore|час\p{L}*|uur)(?![\p{L}\p{N}])/iu],
  [
    'days',
    /^[\s-]?(?:days?|d|tage?n?|jours?|días?|dias?|giorni|дн\p{L}*|день|dni|dagen|dagar)(?![\p{L}\p{N}])/iu,
  ],
  [
    'weeks',
    /^[\s-]?(?:weeks?|wochen?|semaines?|semanas?|settimane|недел\p{L}*|weken|veckor)(?![\p{L}\p{N}])/iu,
  ],
  [
    'months',
    /^[\s-]?(?:months?|monate?n?|mois|meses|mes|mese|mesi|месяц\p{L}*|maanden|månader)(?![\p{L}\p{N}])/iu,
  ],
  [
    'years',
    /^[\s-]?(?:years?|yrs?|jahre?n?|ans?|années?|años?|anos?|anni|anno|год\p{L}*|лет|lata|lat|jaar|år)(?![\p{L}\p{N}])/iu,
  ],
  ['minutes', /^\s?(?:分間?|分钟|分鐘|분)(?!の)/u],
  ['hours', /^\s?(?:時間|小时|小時|시간)/u],
  ['days', /^\s?(?:日間?|天|일간?)(?![\p{L}])/u],
  ['months', /^\s?(?:か月間?|ヶ月間?|カ月間?|个月|個月|개월)/u],
  ['years', /^\s?(?:年間?|년)(?![\p{L}])/u],
]

/** The measure at the beginning of what follows a number: "GB", "-day", "Mbps", "時間". */
export function readMeasure(after: string): Measure | undefined {
  const size = SIZE.exec(after)
  if (size !== null)
    return { unit: size[1] ?? size[2] ?? size[3] ?? '', kind: 'size', length: size[0].length }
  const speed = SPEED.exec(after)
  if (speed !== null) return { unit: speed[1] ?? '', kind: 'speed', length: speed[0].length }
  for (const [unit, pattern] of DURATIONS) {
    const match = pattern.exec(after)
    if (match !== null) return { unit, kind: 'duration', length: match[0].length }
  }
  return undefined
}
