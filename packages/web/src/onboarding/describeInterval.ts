/** How often a plan is paid: `per month`, `every 3 months`, `once`. */
export function describeInterval(interval: string, count = 1): string {
  if (interval === 'none') return 'once'
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}
