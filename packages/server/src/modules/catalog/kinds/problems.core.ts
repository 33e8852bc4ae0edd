import type { Problem } from '@purser/contract'
import { invalidRequest } from '../../../kernel/errors.ts'

/** Collects the problems of a request, so that one response reports all of them. */
export class Problems {
  readonly #found: Problem[] = []

  /** Adds a problem unless `message` is null. */
  add(path: string, message: string | null): void {
    if (message !== null) this.#found.push({ path, message })
  }

  addAll(problems: readonly Problem[]): void {
    this.#found.push(...problems)
  }

  /**
   * Returns the given slug or derives one from the name. If none can be derived, adds a problem and
   * returns an empty string.
   */
  slugOf({ slug, name }: { slug?: string | undefined; name: string }): string {
    const chosen = slug ?? deriveSlug(name)
    if (chosen === null)
      this.add('slug', `is required: no slug can be derived from the name "${name}"`)
    return chosen ?? ''
  }

  /** Throws if there are any problems. */
  refuseIfAny(): void {
    if (this.#found.length > 0) throw invalidRequest(this.#found)
  }
}

const MAX_SLUG = 100

/**
 * Derives a slug from a name: `Über Pro (EU)` becomes `uber-pro-eu`. Returns null if no letter or
 * digit remains.
 */
export function deriveSlug(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimDashes(trimDashes(words).slice(0, MAX_SLUG)) || null
}

const trimDashes = (text: string): string => text.replace(/^-|-$/g, '')
