const MAX_PAUSE = 64

/**
 * Whether it is worth trying what fails when something has changed meanwhile. Each failure doubles
 * the number of times that it is not tried, each success halves it; so that it costs next to nothing
 * where it always fails, and nothing is lost where it hardly ever does.
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
