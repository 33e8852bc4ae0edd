import { toBillionths } from './toBillionths.ts'

/** The sum of amounts without the drift of doubles. */
export function sumExactly(amounts: readonly number[]): number {
  const billionths = amounts.reduce((sum, amount) => sum + toBillionths(amount), 0n)
  return Number(`${billionths}e-9`)
}
