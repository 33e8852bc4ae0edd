/** A card is good through the last month that is printed on it; other methods have none. */
export interface CardDate {
  expMonth: number | null
  expYear: number | null
}

const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

/** A month as the pair by which cards are sorted. */
const monthOf = (instant: Date) => ({
  year: instant.getUTCFullYear(),
  month: instant.getUTCMonth() + 1,
})

/** Cards of earlier months than this one, by UTC, have run out. */
export const firstValidMonth = monthOf

/** Cards of earlier months than this one have run out or will within 30 days. */
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
 * When something is to be done about a card next: the merchant is told before it runs out, and
 * after its last month it is no longer charged.
 */
export function nextNoticeAt({ expMonth, expYear }: CardDate, wasNotified: boolean): Date | null {
  if (expMonth === null || expYear === null) return null
  const end = Date.UTC(expYear, expMonth, 1)
  return new Date(wasNotified ? end : end - NOTICE_MS)
}
