/** An amount, which has up to nine decimals, as a whole number with which one reckons exactly. */
export const toBillionths = (amount: number): bigint => BigInt(amount.toFixed(9).replace('.', ''))
