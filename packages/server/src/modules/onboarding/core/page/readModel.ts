import { findCurrency } from './findCurrency.ts'
import { findGrids } from './findGrids.ts'
import { findProduct } from './findProduct.ts'
import { foldSections } from './foldSections.ts'
import { openListCards } from './openListCards.ts'
import type { PageModel } from './PageModel.ts'
import type { Page } from './parsePage.ts'
import { renderLines } from './renderLines.ts'
import { signBareSums } from './signBareSums.ts'

/** The page as the search for offers sees it. */
export function readModel(page: Page): PageModel {
  const rendered = renderLines(page.body)
  const currency = findCurrency(page, rendered)
  const hints = { lang: page.lang, ...(currency ? { currency } : {}) }
  signBareSums(rendered, hints)
  const lines = openListCards(rendered, hints)
  foldSections(lines, hints)
  const grids = findGrids({ lines }, page.body)
  return { lines, grids, hints, product: findProduct(page) }
}
