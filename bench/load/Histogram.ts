/** Steps per doubling: a value is off by at most one part in 64. */
const STEPS = 64
const STEP_BITS = 6

/** Counts durations, with fine steps for short ones and coarse steps for long ones. */
export class Histogram {
  readonly #counts = new Uint32Array(STEPS * 32)
  #total = 0

  add(micros: number): void {
    const slot = slotOf(Math.max(1, Math.floor(micros)))
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
    this.#total += 1
  }

  /**
   * Returns the duration in microseconds that this share (0 to 1) of all durations does not exceed.
   */
  quantile(part: number): number {
    let left = Math.ceil(this.#total * part)
    for (let slot = 0; slot < this.#counts.length; slot += 1) {
      left -= this.#counts[slot] ?? 0
      if (left <= 0) return microsOf(slot)
    }
    return 0
  }
}

function slotOf(micros: number): number {
  const doublings = Math.max(0, 31 - Math.clz32(micros) - STEP_BITS)
  return doublings * STEPS + (micros >>> doublings)
}

function microsOf(slot: number): number {
  if (slot < STEPS * 2) return slot
  const doublings = Math.floor(slot / STEPS) - 1
  return (slot - doublings * STEPS) * 2 ** doublings
}
