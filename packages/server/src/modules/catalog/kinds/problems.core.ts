import type { Problem } from '@purser/contract'
import { invalidRequest } from '../../../kernel/errors.ts'

/** What is wrong with a request, collected so that all of it is told at once. */
export class Problems {
  readonly #found: Problem[] = []

  /** Adds a problem; null is none. */
  add(path: string, message: string | null): void {
    if (message !== null) this.#found.push({ path, message })
  }

  addAll(problems: readonly Problem[]): void {
    this.#found.push(...problems)
  }

  /** The slug that was given, or one made of the name; meaningless once a problem was found. */
  slugOf({ slug, name }: { slug?: string | undefined; name: string }): string {
    const chosen = slug ?? deriveSlug(name)
    if (chosen === null) this.add('slug', `is needed: none can be made of the name "${name}"`)
    return chosen ?? ''
  }

  /** Refuses the request when anything is wrong with it. */
  refuseIfAny(): void {
    if (this.#found.length > 0) throw invalidRequest(this.#found)
  }
}

const MAX_SLUG = 100

/** A slug made of a name: `Über Pro (EU)` is `uber-pro-eu`; null when no letter or digit is left. */
export function deriveSlug(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimDashes(trimDashes(words).slice(0, MAX_SLUG)) || null
}

const trimDashes = (text: string): string => text.replace(/^-|-$/g, '')
