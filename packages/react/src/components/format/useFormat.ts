import { type Denominated, renderAmount } from '@purser/contract/client'
import { useMemo } from 'react'
import { useLocale } from '../theme/useLocale.ts'
import { useWords } from '../theme/useWords.ts'
import { formatCount } from './formatCount.ts'
import { formatDate } from './formatDate.ts'
import { formatDay } from './formatDay.ts'
import { formatInterval } from './formatInterval.ts'
import { formatMoney } from './formatMoney.ts'

export interface Format {
  readonly locale: string
  /** `Mar 4, 2026`, where the customer is. */
  readonly date: (timestamp: string) => string
  /** `Mar 4`, of a UTC day. */
  readonly day: (date: string) => string
  /** Of a bill, in minor units of an ISO currency. */
  readonly money: (minorUnits: number | string, currency: string) => string
  /** Of a wallet, in its own minor units. */
  readonly amount: (minorUnits: number | string, wallet: Denominated | null | undefined) => string
  readonly count: (value: number) => string
  /** `per month`, `every 3 months`. */
  readonly interval: (interval: string, count: number) => string
}

/** How the components write amounts, dates and intervals. */
export function useFormat(): Format {
  const locale = useLocale()
  const { common } = useWords()
  return useMemo(
    () => ({
      locale,
      date: (timestamp) => formatDate(timestamp, locale),
      day: (date) => formatDay(date, locale),
      money: (minorUnits, currency) => formatMoney(minorUnits, currency, locale),
      amount: (minorUnits, wallet) => renderAmount(minorUnits, wallet, locale),
      count: (value) => formatCount(value, locale),
      interval: (interval, count) => formatInterval(interval, count, common, locale),
    }),
    [locale, common],
  )
}
