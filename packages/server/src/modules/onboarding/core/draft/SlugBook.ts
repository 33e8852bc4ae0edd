import type { DraftKind } from './CatalogDraft.ts'

/** The slugs and event names that a draft has given out, each once for its kind. */
export class SlugBook {
  readonly #taken = new Map<string, Set<string>>()

  /** The first that is free of the names given, and then of `name-2`, `name-3`, … of the last. */
  claim(kind: DraftKind | 'event', ...names: readonly [string, ...string[]]): string {
    const taken = this.#taken.get(kind) ?? new Set<string>()
    this.#taken.set(kind, taken)
    const last = names.at(-1) ?? names[0]
    let free = names.find((name) => !taken.has(name)) ?? last
    for (let number = 2; taken.has(free); number++) {
      free = last.replace(/(?=\.|$)/, `${kind === 'event' ? '_' : '-'}${number}`)
    }
    taken.add(free)
    return free
  }
}
