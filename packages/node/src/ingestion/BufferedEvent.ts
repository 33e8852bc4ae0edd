import type { UsageEventInput } from '@purser/contract/client'

/** An event with all that makes it the same one however often it is sent. */
export interface BufferedEvent extends UsageEventInput {
  readonly quantity: number
  readonly timestamp: string
  readonly idempotencyKey: string
}
