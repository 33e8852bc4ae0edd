import type { Rejection } from './sendBatch.ts'

export interface FlushResult {
  /** Includes events that the server had already. */
  readonly accepted: number
  readonly rejected: number
  /** `index` is the event's place among the flushed ones. */
  readonly rejections: readonly Rejection[]
}

/** Adds up what became of the events of one flush, batch by batch. */
export class Tally {
  /** The flush is of all events up to this one. */
  readonly upTo: number
  readonly #rejections: Rejection[] = []
  #settled = 0

  constructor(upTo: number) {
    this.upTo = upTo
  }

  /** Of the batch's first `settled` events, which the server has taken or rejected. */
  add(settled: number, rejections: readonly Rejection[]): void {
    for (const rejection of rejections) {
      if (rejection.index >= settled) continue
      this.#rejections.push({ ...rejection, index: this.#settled + rejection.index })
    }
    this.#settled += settled
  }

  result(): FlushResult {
    const rejected = this.#rejections.length
    return { accepted: this.#settled - rejected, rejected, rejections: this.#rejections }
  }
}
