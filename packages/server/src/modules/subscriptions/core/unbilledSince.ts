import type { SubscriptionRecord } from './record.ts'

/** Since when what is used has not been billed. */
export const unbilledSince = ({
  currentPeriodStart,
  invoicedThrough,
  createdAt,
}: Pick<SubscriptionRecord, 'currentPeriodStart' | 'invoicedThrough' | 'createdAt'>): Date =>
  new Date(
    Math.max(...[currentPeriodStart, invoicedThrough, createdAt].map((at) => at?.getTime() ?? 0)),
  )
