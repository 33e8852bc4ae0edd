/** UsageMeter, UsageMeters and UsageHistory. */
export const usageWords = {
  title: 'Usage this period',
  used: (used: string, limit: string) => `${used} of ${limit}`,
  usedUnlimited: (used: string) => `${used} used, no limit`,
  remaining: (remaining: string) => `${remaining} left`,
  over: (over: string) => `${over} over your allowance`,
  resets: (date: string) => `starts anew on ${date}`,
  noAccess: 'Not part of your plan',
  empty: 'Nothing is metered in your plan.',
  emptyNext: 'When your plan has an allowance, what you used of it shows here.',
  historyTitle: 'Usage history',
  historyEmpty: (days: string) => `Nothing was used in the last ${days} days.`,
  historyEmptyNext: 'What you use shows here within seconds, day by day.',
  event: 'Usage of',
  historyCaption: (event: string, days: string) => `${event}, each of the last ${days} days`,
  sum: (total: string, days: string) => `${total} in ${days} days`,
  quantity: 'Quantity',
}
