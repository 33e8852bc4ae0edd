import { divideHalfEven } from '../../../kernel/amount.ts'

interface Billed {
  readonly total: number
  readonly creditsApplied: number
  readonly tax: number
}

/**
 * Computes the tax in a credit note, in proportion to the whole bill. The result is the tax of all
 * credit notes up to this one minus the tax of the earlier ones, so that rounding never accumulates
 * over several credit notes.
 */
export function taxOfCredit(billed: Billed, creditedBefore: number, amount: number): number {
  return taxOf(billed, creditedBefore + amount) - taxOf(billed, creditedBefore)
}

function taxOf({ total, creditsApplied, tax }: Billed, credited: number): number {
  const gross = total + creditsApplied
  if (gross === 0 || tax <= 0) return 0
  return Number(divideHalfEven(BigInt(credited) * BigInt(tax), BigInt(gross)))
}

export interface RefundablePayment {
  readonly id: string
  readonly left: number
}

/** Splits a refund over payments in their order. Returns null if the payments do not cover it. */
export function splitRefund(
  payments: readonly RefundablePayment[],
  amount: number,
): { paymentId: string; amount: number }[] | null {
  const parts: { paymentId: string; amount: number }[] = []
  let missing = amount
  for (const { id: paymentId, left } of payments) {
    const part = Math.min(left, missing)
    if (part > 0) parts.push({ paymentId, amount: part })
    missing -= part
  }
  return missing === 0 ? parts : null
}
