import type { UsageEventInput } from '@purser/contract/client'

/** An event whose omitted fields are filled in, so that every attempt sends the same event. */
export interface BufferedEvent extends UsageEventInput {
  readonly quantity: number
  readonly timestamp: string
  readonly idempotencyKey: string
}

/**
 * Events in the order in which to send them. Taking events from the front does not copy the rest.
 */
export class EventQueue {
  #events: BufferedEvent[] = []
  #takenCount = 0

  get length(): number {
    return this.#events.length - this.#takenCount
  }

  push(event: BufferedEvent): void {
    this.#events.push(event)
  }

  list(): BufferedEvent[] {
    return this.#events.slice(this.#takenCount)
  }

  /** Removes up to `count` of the oldest events. */
  take(count: number): BufferedEvent[] {
    const oldest = this.#events.slice(this.#takenCount, this.#takenCount + count)
    this.#takenCount += oldest.length
    // Frees taken events once they are half of the array. Copying at each call would be slow.
    if (this.#takenCount * 2 >= this.#events.length) {
      this.#events = this.#events.slice(this.#takenCount)
      this.#takenCount = 0
    }
    return oldest
  }

  /** Returns unsent events to the front of the queue. */
  putBack(events: readonly BufferedEvent[]): void {
    if (events.length === 0) return
    this.#events = [...events, ...this.#events.slice(this.#takenCount)]
    this.#takenCount = 0
  }
}
