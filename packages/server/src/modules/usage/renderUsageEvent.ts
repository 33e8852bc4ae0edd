import type { UsageEventRecord } from '@purser/contract'
import { formatAmount, toNearestNumber } from '../../kernel/amount.ts'
import type { StoredEvent } from './read.ts'

/** An event as the API shows it. */
export const renderUsageEvent = (event: StoredEvent): UsageEventRecord => ({
  id: event.id,
  customerId: event.customerId,
  eventName: event.eventName,
  quantity: toNearestNumber(event.quantity),
  properties: event.properties,
  timestamp: event.occurredAt.toISOString(),
  idempotencyKey: event.idempotencyKey,
  flow: event.flow,
  featureSlug: event.featureSlug,
  creditCurrencyId: event.creditCurrencyId,
  creditsDeducted: formatAmount(event.creditsDeducted),
  reversedAt: event.reversedAt?.toISOString() ?? null,
  createdAt: event.createdAt.toISOString(),
})
