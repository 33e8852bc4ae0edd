const DAYS = String.raw`(\d{1,3})[\s-]?(?:days?|tage?n?|jours?|d[ií]as?|giorni|dagen|dni|дней|дня|день|gün(?:lük)?|日間?|天|일|dagar|dage|dager)`
const FREE = String.raw`(?:free|trial|gratis|gratuit\w*|grátis|kostenlos\w*|prova|prueba|teste?n?|essai|proef|próbn\w*|бесплатн\w*|deneme|ücretsiz|無料|免费|試用|试用|トライアル|무료|체험)`
const AHEAD = new RegExp(`(?<![\\d.,])${DAYS}.{0,24}?${FREE}`, 'iu')
const BEHIND = new RegExp(`${FREE}.{0,24}?(?<![\\d.,])${DAYS}`, 'iu')
const RUSSIAN = /(?<![\d.,])(\d{1,3})-дневн\p{L}* (?:\p{L}+ )?(?:триал|пробн|бесплатн)/iu
const OTHER = /money[- ]?back|refund|guarantee|garantie|remboursé|geld[- ]?zurück|возврат/i
const MAX_LINE = 120
const MAX_DAYS = 366

/** The days that a tier may be tried for free: "Start 14-day free trial". */
export function findTrial(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (line.length > MAX_LINE || OTHER.test(line)) continue
    const days = Number((AHEAD.exec(line) ?? BEHIND.exec(line) ?? RUSSIAN.exec(line))?.[1])
    if (days > 0 && days <= MAX_DAYS) return days
  }
  return null
}
