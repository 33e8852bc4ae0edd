import type { UsageEventInput } from '@purser/contract/client'

/** An event with all that makes it the same one however often it is sent. */
export interface BufferedEvent extends UsageEventInput {
  readonly quantity: number
  readonly timestamp: string
  readonly idempotencyKey: string
}

/** Events in the order in which they are to be sent. Taking from the front costs no copy of the rest. */
export class EventBuffer {
  #events: BufferedEvent[] = []
  #taken = 0

  get length(): number {
    return this.#events.length - this.#taken
  }

  push(event: BufferedEvent): void {
    this.#events.push(event)
  }

  list(): BufferedEvent[] {
    return this.#events.slice(this.#taken)
  }

  /** Removes up to so many of the oldest. */
  take(count: number): BufferedEvent[] {
    const oldest = this.#events.slice(this.#taken, this.#taken + count)
    this.#taken += oldest.length
    // Now and then, so that what was taken is not held in memory for long.
    if (this.#taken * 2 >= this.#events.length) {
      this.#events = this.#events.slice(this.#taken)
      this.#taken = 0
    }
    return oldest
  }

  /** Puts back what was taken and not sent, before all others. */
  putBack(events: readonly BufferedEvent[]): void {
    if (events.length === 0) return
    this.#events = [...events, ...this.#events.slice(this.#taken)]
    this.#taken = 0
  }
}
