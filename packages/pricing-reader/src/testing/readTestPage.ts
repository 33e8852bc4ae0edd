import { type ParsedPage, parsePage } from '../page/html/parsePage.ts'
import { type PageNode, walk } from '../page/PageNode.ts'
import { type PageModel, readModel } from '../page/readModel.ts'

export interface TestPage {
  page: ParsedPage
  model: PageModel
  /** Finds an element by its id. */
  find(id: string): PageNode
}

/** Parses a page that a test has written. */
export function readTestPage(html: string): TestPage {
  const page = parsePage(html)
  if (!page) throw new Error('parsePage rejected the HTML of this test.')
  return {
    page,
    model: readModel(page),
    find(id) {
      for (const node of walk(page.body)) if (node.attrs.get('id') === id) return node
      throw new Error(`The test page has no element with the id "${id}".`)
    },
  }
}

/** A typical card. */
export const cardHtml = (name: string, price: string, ...bullets: string[]): string =>
  `<div class="card"><h3>${name}</h3><div class="price">${price}</div>
   <ul>${bullets.map((bullet) => `<li>${bullet}</li>`).join('')}</ul><a class="btn" href="#">Buy</a></div>`
