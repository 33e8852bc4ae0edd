import type { Words } from '../words.ts'
import { formatCount } from './formatCount.ts'

/** How often a plan is billed: `per month`, `every 3 months`, `once`. */
export function formatInterval(
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
