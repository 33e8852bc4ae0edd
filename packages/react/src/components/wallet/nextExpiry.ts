import type { CreditGrant } from '@purser/contract/client'
import { sumExactly } from '../../credits/exactAmounts.ts'

interface NextExpiry {
  readonly expiresAt: string
  /** Remaining credits of the grants that expire at this time. */
  readonly amount: number
}

/** Returns the credits that expire next; null if none do. */
export function nextExpiry(
  grants: readonly Pick<CreditGrant, 'expiresAt' | 'creditsRemaining'>[],
): NextExpiry | null {
  const ending = grants.flatMap(({ expiresAt, creditsRemaining }) =>
    expiresAt !== null && creditsRemaining > 0 ? [{ expiresAt, creditsRemaining }] : [],
  )
  const [first] = ending.map(({ expiresAt }) => expiresAt).sort()
  if (first === undefined) return null
  const amounts = ending.filter(({ expiresAt }) => expiresAt === first)
  return {
    expiresAt: first,
    amount: sumExactly(amounts.map(({ creditsRemaining }) => creditsRemaining)),
  }
}
