/** The sum of amounts without the drift of doubles. */
export function sumExactly(amounts: readonly number[]): number {
  const billionths = amounts.reduce((sum, amount) => sum + toBillionths(amount), 0n)
  return Number(`${billionths}e-9`)
}

/** An amount, which has up to nine decimals, as a whole number with which one reckons exactly. */
export const toBillionths = (amount: number): bigint => BigInt(amount.toFixed(9).replace('.', ''))
