import { hash } from 'node:crypto'
import { usageEvent } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

export type Properties = Readonly<Record<string, unknown>>

/** A valid event. */
export interface UsageEvent {
  customerId: string
  eventName: string
  quantity: Amount
  properties: Properties
  /** Null: the current time. */
  timestamp: Date | null
  idempotencyKey: string | null
  /** A hash of the request, to detect a key that is reused for another request. */
  requestHash: string | null
}

const NO_PROPERTIES: Properties = {}

/** Parses one event of a request, or returns its problems. */
export function readEvent(raw: unknown): UsageEvent | { problem: string } {
  const parsed = usageEvent.safeParse(raw)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, code, message, ...issue }) =>
      code === 'unrecognized_keys' && 'keys' in issue
        ? `${(issue.keys as string[]).join(', ')} is not a known field`
        : `${path.length > 0 ? `${path.join('.')} ` : ''}${message}`,
    )
    return { problem: problems.join('; ') }
  }
  const { customerId, eventName, quantity, properties, timestamp, idempotencyKey } = parsed.data
  return {
    customerId,
    eventName,
    quantity: parseAmount(quantity),
    properties: properties ?? NO_PROPERTIES,
    timestamp: timestamp === undefined ? null : new Date(timestamp),
    idempotencyKey: idempotencyKey ?? null,
    requestHash:
      idempotencyKey === undefined
        ? null
        : hashOf([eventName, quantity, timestamp ?? null], properties ?? NO_PROPERTIES),
  }
}

const HASH_LENGTH = 32

const hashOf = (values: readonly unknown[], properties: Properties): string =>
  hash('sha256', JSON.stringify(values) + canonical(properties), 'hex').slice(0, HASH_LENGTH)

/** Serializes a value with sorted keys, so that equal values give equal text. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = Object.entries(value)
  if (fields.length > 1) fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`).join(',')}}`
}
