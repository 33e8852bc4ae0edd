import type { ReadPrice } from '../offer.ts'

/** A line as a browser would break it, of a card, of a column of a matrix or of the page around. */
export interface CardLine {
  text: string
  /** Shown as not included: a cross, a strike, a muted class, a dash in the cell. */
  isExcluded: boolean
  /** A heading, or a line that introduces the bullets after it. */
  isHeading: boolean
  /** Of a heading: 1 for the greatest, 6 for the least. */
  level?: number
  isListItem: boolean
  /** It is the price, the name, the badge or the button of its card: nothing that the tier includes. */
  isChrome: boolean
  /** Of a matrix: the label of the row and the tier's cell in it ("✓" and "—" stand for icons). */
  row?: { label: string; cell: string; group?: string }
}

/** A card, a column or a row that offers one thing, with what is known of it. */
export interface ReadCard {
  name: string
  lines: CardLine[]
  prices: ReadPrice[]
  /** Of a card that is no tier: what its group was judged to be. */
  kind?: 'packs' | 'addons' | 'usage' | 'other'
  /** Of a row of a table: what its first column counts. */
  unit?: string
}

/** The page without its tiers: cards of other things (packs, add-ons), and the lines around them. */
export interface PageRest {
  cards: ReadCard[]
  /** Those that stand in no table. */
  lines: CardLine[]
  /** Tables without tiers, by rows of cells. */
  tables: string[][][]
}
