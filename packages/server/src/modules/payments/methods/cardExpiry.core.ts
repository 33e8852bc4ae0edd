/** The last month in which a card is valid. Other payment methods have no such date. */
export interface CardDate {
  expMonth: number | null
  expYear: number | null
}

const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

const monthOf = (instant: Date) => ({
  year: instant.getUTCFullYear(),
  month: instant.getUTCMonth() + 1,
})

/** Cards whose last month is earlier than this month (UTC) have expired. */
export const firstValidMonth = monthOf

/** Cards whose last month is earlier than this month have expired or expire within 30 days. */
export const firstMonthAfterNotice = (now: Date) => monthOf(new Date(now.getTime() + NOTICE_MS))

export const hasExpired = (card: CardDate, now: Date): boolean =>
  isBefore(card, firstValidMonth(now))

export const expiresSoon = (card: CardDate, now: Date): boolean =>
  isBefore(card, firstMonthAfterNotice(now))

function isBefore({ expMonth, expYear }: CardDate, { year, month }: ReturnType<typeof monthOf>) {
  if (expMonth === null || expYear === null) return false
  return expYear < year || (expYear === year && expMonth < month)
}

/**
 * The time at which a card needs attention next: first to notify the merchant that it expires soon,
 * then to mark it expired.
 */
export function nextNoticeAt({ expMonth, expYear }: CardDate, wasNotified: boolean): Date | null {
  if (expMonth === null || expYear === null) return null
  const end = Date.UTC(expYear, expMonth, 1)
  return new Date(wasNotified ? end : end - NOTICE_MS)
}
