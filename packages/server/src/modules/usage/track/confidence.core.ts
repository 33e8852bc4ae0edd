const MAX_PAUSE = 64

/**
 * Decides whether an optimistic attempt is worthwhile. Each failure doubles the number of skipped
 * attempts, and each success halves it. Constant failure therefore costs almost nothing, and rare
 * failures hardly matter.
 */
export class Confidence {
  #pause = 1
  #left = 0

  allows(): boolean {
    if (this.#left === 0) return true
    this.#left -= 1
    return false
  }

  rise(): void {
    this.#pause = Math.max(1, this.#pause / 2)
  }

  fall(): void {
    this.#pause = Math.min(MAX_PAUSE, this.#pause * 2)
    this.#left = this.#pause
  }
}
