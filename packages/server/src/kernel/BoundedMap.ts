interface Entry<Value> {
  value: Value
  /** The value of `#moves` when the entry was last moved to the end. */
  movedAt: number
}

/**
 * Caches at most `limit` entries and evicts the least recently used one.
 * A `Map` keeps the order of insertion, so the first entry is the one to evict, and a used entry
 * must be inserted again. Doing that on every read makes reads three times as slow. An entry is
 * therefore moved only once `limit / 2` others have been placed behind it: it survives if it is
 * used at least once per `limit / 2` insertions.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #limit: number
  #moves = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#refresh(key, entry)
    return entry.value
  }

  set(key: Key, value: Value): this {
    const entry = this.#entries.get(key)
    if (entry) {
      entry.value = value
      this.#refresh(key, entry)
      return this
    }
    if (this.#entries.size >= this.#limit) this.#evictFirst()
    this.#moves += 1
    this.#entries.set(key, { value, movedAt: this.#moves })
    return this
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }

  #refresh(key: Key, entry: Entry<Value>): void {
    if (this.#moves - entry.movedAt < this.#limit / 2) return
    this.#entries.delete(key)
    this.#moves += 1
    entry.movedAt = this.#moves
    this.#entries.set(key, entry)
  }

  #evictFirst(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key)
      return
    }
  }
}
