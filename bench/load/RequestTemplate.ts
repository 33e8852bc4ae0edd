import { EVENT, FEATURE } from '../seed/merchantCatalog.ts'
import { CUSTOMER_DIGITS, customerName } from './customerName.ts'
import type { LoadJob } from './LoadJob.ts'

const KEY_DIGITS = 12

/**
 * A request as bytes in which only digits change, so that nothing is built or encoded under load.
 */
export class RequestTemplate {
  readonly bytes: Buffer
  readonly #customers: number[]
  readonly #keys: number[]

  constructor({ port, path, apiKey, body, events }: LoadJob) {
    const content = JSON.stringify(body === 'check' ? checkBody() : trackBody(events))
    this.bytes = Buffer.from(
      [
        `POST ${path} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `x-api-key: ${apiKey}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(content)}`,
        '',
        content,
      ].join('\r\n'),
      'latin1',
    )
    this.#customers = findAll(this.bytes, customerName(0)).map(
      (at) => at + customerName(0).length - CUSTOMER_DIGITS,
    )
    this.#keys = findAll(this.bytes, keyName(0)).map((at) => at + keyName(0).length - KEY_DIGITS)
  }

  /** Sets the customer and the idempotency key of an event. */
  fill(event: number, customer: number, key: number): void {
    this.#write(this.#customers[event] ?? -1, CUSTOMER_DIGITS, customer)
    const at = this.#keys[event]
    if (at !== undefined) this.#write(at, KEY_DIGITS, key)
  }

  #write(start: number, digits: number, value: number): void {
    let left = value
    for (let at = start + digits - 1; at >= start; at -= 1) {
      const rest = Math.floor(left / 10)
      this.bytes[at] = 48 + left - rest * 10
      left = rest
    }
  }
}

const keyName = (key: number): string => `key_${String(key).padStart(KEY_DIGITS, '0')}`

const checkBody = () => ({ customerId: customerName(0), featureSlug: FEATURE })

const trackBody = (events: number) => ({
  events: Array.from({ length: events }, () => ({
    customerId: customerName(0),
    eventName: EVENT,
    idempotencyKey: keyName(0),
  })),
})

function findAll(bytes: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at)
  return found
}
