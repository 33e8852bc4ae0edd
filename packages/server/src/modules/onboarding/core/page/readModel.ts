import { findGrids } from './findGrids.ts'
import type { PageModel } from './PageModel.ts'
import type { Page } from './parsePage.ts'
import { renderLines } from './renderLines.ts'

/** The page as the search for offers sees it. */
export function readModel({ body, lang }: Page): PageModel {
  const lines = renderLines(body)
  return { lines, grids: findGrids({ lines }, body), hints: { lang } }
}
