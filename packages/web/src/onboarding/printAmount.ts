/** Minor units as a person would type them: 2900 at scale 2 is `29.00`. */
export function printAmount(minorUnits: number | string, scale: number): string {
  const [whole = '0', fraction = ''] = String(minorUnits).split('.')
  const digits = whole.padStart(scale + 1, '0')
  const point = digits.length - scale
  const decimals = digits.slice(point) + fraction
  return decimals === '' ? digits : `${digits.slice(0, point)}.${decimals}`
}
