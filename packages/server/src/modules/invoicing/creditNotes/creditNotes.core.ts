import { divideHalfEven } from '../../../kernel/amount.ts'

interface Billed {
  readonly total: number
  readonly creditsApplied: number
  readonly tax: number
}

/**
 * The tax in what a credit note credits, in proportion to all that was billed. It is the difference
 * of the shares of what was credited before and after it, so that notes never drift: together they
 * credit the tax of what they credit together.
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

/** From which payments an amount is given back, in their order; null when they have not so much. */
export function spreadRefund(
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
