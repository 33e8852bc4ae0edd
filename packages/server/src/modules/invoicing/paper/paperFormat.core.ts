import { plainDecimal } from '@purser/contract'
import { Temporal } from 'temporal-polyfill'

/** `1,234.5` */
export function printNumber(value: number): string {
  const [whole = '', fraction] = plainDecimal(value).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayOf = (epochMilliseconds: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()

const printDay = ({ day, month, year }: Temporal.PlainDate): string =>
  `${day} ${MONTHS[month - 1]} ${year}`

/** `31 Jan 2026`: the month is in letters, so that it cannot be mistaken for the day. */
export const printDate = (instant: string, timezone: string): string =>
  printDay(dayOf(Date.parse(instant), timezone))

/** The first and last day of a period. `end` is exclusive. */
export function printPeriod(start: string, end: string, timezone: string): string {
  const first = printDay(dayOf(Date.parse(start), timezone))
  const last = printDay(dayOf(Math.max(Date.parse(start), Date.parse(end) - 1), timezone))
  return first === last ? first : `${first} – ${last}`
}

export const daysBetween = (from: string, to: string, timezone: string): number =>
  dayOf(Date.parse(from), timezone).until(dayOf(Date.parse(to), timezone)).days

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

/** `DE` → `Germany` */
export const printCountry = (code: string): string => countries.of(code) ?? code
