import { isFiat } from '@purser/contract'

/** Why a package of this credit currency cannot be priced in that currency, or null. */
export const packageCurrencyProblem = (
  { slug, denomination }: { slug: string; denomination: string },
  currency: string,
): string | null =>
  isFiat(denomination) && currency !== denomination
    ? `must be "${denomination}", in which the balance of credit currency "${slug}" is held`
    : null
