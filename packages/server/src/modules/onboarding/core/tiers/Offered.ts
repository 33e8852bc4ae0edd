import type { ReadTier } from '../offer.ts'
import type { PageNode } from '../page/PageNode.ts'
import type { ReadCard } from './ReadCard.ts'

/** A tier as far as its card tells it, and the card. */
export interface Offered {
  tier: ReadTier
  card: ReadCard
  node: PageNode
}
