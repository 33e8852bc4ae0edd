import type { MoneyHints } from '../price/currencySigns.ts'
import type { Grid } from './findGrids.ts'
import type { PageLine } from './renderLines.ts'

/** The page as the search for offers sees it: lines in order, and elements by place. */
export interface PageModel {
  lines: readonly PageLine[]
  /** The tables of data, and what may be one. */
  grids: readonly Grid[]
  hints: MoneyHints
  /** What the page calls what it sells. */
  product: string | null
}
