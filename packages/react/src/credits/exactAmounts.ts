/** Sums amounts without floating-point errors. */
export function sumExactly(amounts: readonly number[]): number {
  const billionths = amounts.reduce((sum, amount) => sum + toBillionths(amount), 0n)
  return Number(`${billionths}e-9`)
}

/** Converts an amount with up to nine decimals to a whole number, for exact arithmetic. */
export const toBillionths = (amount: number): bigint => BigInt(amount.toFixed(9).replace('.', ''))
