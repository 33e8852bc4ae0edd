import { parsePage } from './page/parsePage.ts'
import { renderLines } from './page/renderLines.ts'

/** More than a long pricing page has, and as much as small models take. */
const MAX_LENGTH = 40_000

/** What a reader sees of a page, line by line. */
export function pageText(html: string): string {
  const page = parsePage(html)
  if (!page) return ''
  const lines = renderLines(page.body).filter(({ isHidden }) => !isHidden)
  return lines
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MAX_LENGTH)
}
