import type { Clock } from '../../../src/kernel/clock.ts'

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: Date

  constructor(at: string) {
    this.#now = new Date(at)
  }

  now(): Date {
    return new Date(this.#now)
  }

  set(at: string): void {
    this.#now = new Date(at)
  }

  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0, days = 0 } = by
    this.#now = new Date(
      this.#now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000,
    )
  }
}
