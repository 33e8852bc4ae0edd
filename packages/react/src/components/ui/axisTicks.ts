/** Returns three to six evenly spaced round numbers from 0 to at least `max`. */
export function axisTicks(max: number): readonly number[] {
  if (!(max > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(max))
  const step = ([0.2, 0.5, 1, 2].find((part) => max / (part * power) <= 5) ?? 2) * power
  const count = Math.ceil(max / step - 1e-9)
  // Rounded, because 3 times 0.2 is not 0.6.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
