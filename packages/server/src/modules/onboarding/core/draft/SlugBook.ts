import type { DraftKind } from './CatalogDraft.ts'

/** The slugs that a draft has given out, each once for its kind. */
export class SlugBook {
  readonly #taken = new Map<string, Set<string>>()

  /** The slug itself, or the first of `slug-2`, `slug-3`, … that is free. */
  claim(kind: DraftKind | 'event', slug: string): string {
    const taken = this.#taken.get(kind) ?? new Set<string>()
    this.#taken.set(kind, taken)
    let free = slug
    for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
    taken.add(free)
    return free
  }
}
