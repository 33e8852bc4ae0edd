export interface UsageDay {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string
  readonly total: number
}

interface UsageRow extends UsageDay {
  readonly eventName: string
}

const DAY_MS = 86_400_000

/** One entry per day and event name, oldest first; 0 if nothing happened. */
export function fillDays(
  rows: readonly UsageRow[],
  { from, to }: { readonly from: string; readonly to: string },
): Readonly<Record<string, readonly UsageDay[]>> {
  const totals = new Map<string, Map<string, number>>()
  for (const { eventName, date, total } of rows) {
    const days = totals.get(eventName) ?? new Map<string, number>()
    totals.set(eventName, days.set(date, total))
  }
  const dates = daysBetween(from, to)
  return Object.fromEntries(
    [...totals].map(([eventName, days]) => [
      eventName,
      dates.map((date) => ({ date, total: days.get(date) ?? 0 })),
    ]),
  )
}

function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(from)
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  )
}
