/** Parses the number in an option. */
export function readNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`)
  return Number(text)
}
