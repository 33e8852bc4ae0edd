/** A map for caches: when it is full, what was put in first makes room. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) {
      for (const oldest of this.keys()) {
        this.delete(oldest)
        break
      }
    }
    return super.set(key, value)
  }
}
