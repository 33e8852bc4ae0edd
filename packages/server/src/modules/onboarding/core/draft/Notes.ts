import type { SkippedDraft } from './CatalogDraft.ts'
import { plainText, shorten } from './plainName.ts'

const MAX_SENTENCE = 500

/** What a draft says of all that it did not make. */
export class Notes {
  readonly #missed = new Set<string>()
  readonly #skipped = new Map<string, SkippedDraft>()

  miss(sentence: string): void {
    const line = shorten(plainText(sentence), MAX_SENTENCE)
    if (line) this.#missed.add(line)
  }

  skip(kind: SkippedDraft['kind'], name: string, reason: string): void {
    this.#skipped.set(`${kind} ${name} ${reason}`, { kind, name, reason })
  }

  get missed(): string[] {
    return [...this.#missed]
  }

  get skipped(): SkippedDraft[] {
    return [...this.#skipped.values()]
  }
}
