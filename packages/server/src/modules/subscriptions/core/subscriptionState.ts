import { invariant } from '../../../kernel/invariant.ts'
import type { SubscriptionRecord, SubscriptionStatus } from './record.ts'

/** What a subscription may become; one that has ended stays so. */
const NEXT: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  incomplete: ['trialing', 'active', 'canceled', 'incomplete_expired'],
  trialing: ['active', 'past_due', 'canceled'],
  active: ['past_due', 'paused', 'canceled'],
  past_due: ['active', 'canceled'],
  paused: ['active', 'canceled'],
  canceled: [],
  incomplete_expired: [],
}

const canBecome = (from: SubscriptionStatus, to: SubscriptionStatus): boolean =>
  NEXT[from].includes(to)

/** The record in another status, which it may move to. */
export function become<Record extends Pick<SubscriptionRecord, 'status'>>(
  record: Record,
  status: SubscriptionStatus,
): Record {
  invariant(
    canBecome(record.status, status),
    `a subscription that is ${record.status} does not become ${status}`,
  )
  return { ...record, status }
}
