/** The longest name that the catalog takes. */
const MAX_NAME = 200

/** A name as it was typed, or null when it is none. */
export function parseName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || name.length > MAX_NAME ? null : name
}
