/** UsageMeter, UsageMeters and UsageHistory. */
export const usageWords = {
  title: 'Usage this period',
  used: (used: string, limit: string) => `${used} of ${limit}`,
  usedUnlimited: (used: string) => `${used} used, no limit`,
  remaining: (remaining: string) => `${remaining} left`,
  over: (over: string) => `${over} over your allowance`,
  resets: (date: string) => `Resets ${date}`,
  noAccess: 'Not part of your plan',
  empty: 'There is no usage to show.',
  emptyNext: 'Features that count your usage will appear here.',
  historyTitle: 'Usage history',
  historyEmpty: (days: string) => `No usage in the last ${days} days.`,
  historyEmptyNext: 'New usage appears here within seconds.',
  event: 'Usage of',
  historyCaption: (event: string, days: string) => `${event} per day, last ${days} days`,
  sum: (total: string, days: string) => `${total} in ${days} days`,
  quantity: 'Quantity',
}
