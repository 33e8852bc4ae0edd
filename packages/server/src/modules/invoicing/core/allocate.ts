/**
 * Shares an amount out by weights, by largest remainder: whole minor units that add up exactly. What
 * ties goes to the larger weight, so that the order of the weights decides nothing but who of equals
 * is first.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, position) => {
    const product = BigInt(amount) * BigInt(weight)
    return { position, weight, share: product / whole, remainder: product % whole }
  })
  const given = shares.reduce((total, { share }) => total + share, 0n)
  const first = [...shares].sort(
    (a, b) =>
      (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1) ||
      b.weight - a.weight ||
      a.position - b.position,
  )
  for (const each of first.slice(0, Number(BigInt(amount) - given))) each.share += 1n
  return shares.map(({ share }) => Number(share))
}
