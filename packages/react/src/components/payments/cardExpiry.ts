type CardExpiry = 'none' | 'good' | 'expiring' | 'expired'

interface Expiring {
  readonly status: string
  readonly expMonth: number | null
  readonly expYear: number | null
}

/** Whether a card is still good: to the end of its month, and `expiring` from the month before. */
export function cardExpiry({ status, expMonth, expYear }: Expiring, now: Date): CardExpiry {
  if (status === 'expired') return 'expired'
  if (expMonth === null || expYear === null) return 'none'
  const monthsLeft = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1)
  if (monthsLeft < 0) return 'expired'
  return monthsLeft <= 1 ? 'expiring' : 'good'
}
