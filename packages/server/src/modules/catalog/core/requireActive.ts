import { PurserError } from '../../../kernel/errors.ts'

interface Rest {
  noun: string
  /** Null, or no id to find it by, when there is nothing to rest on. */
  item: { slug: string; status: string } | null | ''
}

/** Refuses to bring something into use while what it rests on is archived. */
export function requireActive(what: string, restsOn: readonly Rest[]): void {
  const archived = restsOn.flatMap(({ noun, item }) =>
    item && item.status === 'archived' ? [`${noun} "${item.slug}"`] : [],
  )
  if (archived.length > 0) {
    throw new PurserError(
      'invalid_state',
      `${what} rests on what is archived: ${archived.join(', ')}. Take that back into use first.`,
    )
  }
}
