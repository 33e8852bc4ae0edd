/** A number as people type it, with so many decimals, in minor units; null when it is none. */
export function parseAmount(typed: string, scale: number): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(typed.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > scale) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(scale, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}
