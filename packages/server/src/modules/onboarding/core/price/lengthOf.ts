/** A length of time that is counted: "3 months". */
const LENGTHS: readonly [string, RegExp][] = [
  [
    'month',
    /^(?:months?|mos?|monate?n?|mois|mes(?:es)?|mês|mes[ei]|maand(?:en)?|мес\p{L}*|miesi\p{L}*|ay|个月|個月|ヶ月|か月|개월)$/iu,
  ],
  [
    'year',
    /^(?:years?|yrs?|jahre?n?|ans?|années?|años?|anos?|ann[oi]|jaar|год|года|лет|lat|yıl|年|년)$/iu,
  ],
  [
    'week',
    /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|недел\p{L}*|hafta|周|週間?|주)$/iu,
  ],
  [
    'day',
    /^(?:days?|tage?n?|jours?|d[íi]as?|giorn[oi]|dagen|дн\p{L}*|день|dni|gün|天|日間?|일)$/iu,
  ],
  [
    'hour',
    /^(?:hours?|hrs?|stunden?|heures?|horas?|or[ae]|uren|час\p{L}*|godz\p{L}*|saat|小时|時間|시간)$/iu,
  ],
]

/** The length of time that a word names, where lengths are counted. */
export const lengthOf = (word: string): string | undefined =>
  LENGTHS.find(([, words]) => words.test(word))?.[0]
