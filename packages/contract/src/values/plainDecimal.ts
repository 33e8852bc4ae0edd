/** Converts a JSON number to plain decimal notation, without an exponent. */
export function plainDecimal(value: number): string {
  const shortest = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest)
  if (!match) return shortest
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  return point > 0
    ? `${sign}${digits.slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`
    : `${sign}0.${'0'.repeat(-point)}${digits}`
}
