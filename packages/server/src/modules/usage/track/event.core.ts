import { hash } from 'node:crypto'
import { usageEvent } from '@purser/contract'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'

export type Properties = Readonly<Record<string, unknown>>

/** An event of right form. */
export interface UsageEvent {
  customerId: string
  eventName: string
  quantity: Amount
  properties: Properties
  /** Null: it happens now. */
  timestamp: Date | null
  idempotencyKey: string | null
  /** Of what was sent, so that a key that comes again with something else is noticed. */
  requestHash: string | null
}

const NO_PROPERTIES: Properties = {}

/** Reads one event of a request, or says what is wrong with it. */
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

/** One text for the same values, whatever the order of the fields. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = Object.entries(value)
  if (fields.length > 1) fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`).join(',')}}`
}
