import { type Denominated, renderAmount, renderMoney } from '@purser/contract/client'
import { useMemo } from 'react'
import type { Words } from '../words/words.ts'
import { useLocale, useWords } from './ThemeContext.ts'

export interface Format {
  readonly locale: string
  /** `Mar 4, 2026`, in the customer's time zone. */
  readonly date: (timestamp: string) => string
  /** `Mar 4`, for a UTC day. */
  readonly day: (date: string) => string
  /** An amount of a bill, in minor units of an ISO currency. */
  readonly money: (minorUnits: number | string, currency: string) => string
  /** An amount of a wallet, in its minor units. */
  readonly amount: (minorUnits: number | string, wallet: Denominated | null | undefined) => string
  readonly count: (value: number) => string
  /** `per month`, `every 3 months`. */
  readonly interval: (interval: string, count: number) => string
}

/** Formats amounts, dates and intervals. */
export function useFormat(): Format {
  const locale = useLocale()
  const { common } = useWords()
  return useMemo(
    () => ({
      locale,
      date: (timestamp) => formatDate(timestamp, locale),
      day: (date) => formatDay(date, locale),
      money: (minorUnits, currency) => renderMoney(minorUnits, currency, locale),
      amount: (minorUnits, wallet) => renderAmount(minorUnits, wallet, locale),
      count: (value) => formatCount(value, locale),
      interval: (interval, count) => formatInterval(interval, count, common, locale),
    }),
    [locale, common],
  )
}

/** Formats a count or quantity: `1,250`, `3.5`. */
const formatCount = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value)

/** Formats a day: `Mar 4, 2026`. */
const formatDate = (timestamp: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(timestamp))

/** Formats a UTC day, YYYY-MM-DD, without its year: `Mar 4`. */
const formatDay = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Formats a billing interval: `per month`, `every 3 months`, `once`. */
function formatInterval(
  interval: string,
  count: number,
  words: Words['common'],
  locale: string,
): string {
  const names: Readonly<Record<string, readonly string[]>> = words.intervals
  const [one, many] = names[interval] ?? []
  if (one === undefined || many === undefined) return words.once
  return count === 1
    ? words.perInterval(one)
    : words.everyInterval(formatCount(count, locale), many)
}
