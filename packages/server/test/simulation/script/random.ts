/**
 * A small seeded random generator (splitmix32). The same seed must always produce the same choices.
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  }

  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number {
    return this.#next() % below
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True with the given chance in percent. */
  percent(chance: number): boolean {
    return this.below(100) < chance
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** One of the names, chosen by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][]
    let at = this.below(entries.reduce((total, [, weight]) => total + weight, 0))
    for (const [name, weight] of entries) {
      if (at < weight) return name
      at -= weight
    }
    throw new Error('weights must be whole numbers')
  }
}
