import type { ReadTier } from '../offer.ts'

/** What a tier costs, as words to compare it by. */
export const sumsOf = ({ prices }: ReadTier): string[] =>
  prices.flatMap(({ interval, amountMinor }) =>
    amountMinor > 0 ? [`${interval} ${amountMinor}`] : [],
  )
