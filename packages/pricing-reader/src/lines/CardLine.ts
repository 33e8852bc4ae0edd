import type { ReadPrice } from '../offer.ts'

/** A line of a card, of a column of a comparison, or of the rest of the page. */
export interface CardLine {
  text: string
  /** Shown as not included: by a cross, a strike, a muted class or a dash in the cell. */
  isExcluded: boolean
  /** A heading, or a line that introduces the bullets after it. */
  isHeading: boolean
  /** The level of a heading, from 1 to 6. */
  level?: number
  isListItem: boolean
  /** The price, the name, the badge or the button of a card, and therefore not a feature. */
  isChrome: boolean
  /** For a comparison: the label of the row, and the cell of the tier. Icons are "✓" and "—". */
  row?: { label: string; cell: string; group?: string }
}

/** A card, a column or a row that offers one thing. */
export interface ReadCard {
  name: string
  lines: CardLine[]
  prices: ReadPrice[]
  /** For a card that is not a tier: the kind of its group. */
  kind?: 'packs' | 'addons' | 'usage' | 'other'
  /** For a row of a table: the header of its first column. */
  unit?: string
}

/** The page without its tiers: other cards, such as packs and add-ons, and the remaining lines. */
export interface PageRest {
  cards: ReadCard[]
  /** Lines outside of tables. */
  lines: CardLine[]
  /** Tables without tiers, as rows of cells. */
  tables: string[][][]
}
