import type { CreditGrant } from '@purser/contract/client'
import { sumExactly } from '../../credits/exactAmounts.ts'

interface NextExpiry {
  readonly expiresAt: string
  /** What is left of the grants that end on that very instant. */
  readonly amount: number
}

/** What of a wallet expires next; null when nothing does. */
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
