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
