import { describe, expect, it } from 'vitest'
import { parsePage } from './html/parsePage.ts'
import { isWithin, namesOf, walk } from './PageNode.ts'

const body = parsePage(
  '<div id="Plans" class="Grid cards" role="list"><p>a<b>c</b></p></div><i></i>',
)?.body

describe('the nodes of a page', () => {
  it('are in page order and know their descendants', () => {
    const nodes = body ? [...walk(body)] : []
    expect(nodes.map(({ tag }) => tag)).toEqual(['body', 'div', 'p', '#text', 'b', '#text', 'i'])
    expect(nodes.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6])
    const [, div, , , bold, , last] = nodes
    if (!div || !bold || !last) throw new Error('The page has too few nodes.')
    expect([isWithin(bold, div), isWithin(div, bold), isWithin(last, div)]).toEqual([
      true,
      false,
      false,
    ])
    expect(namesOf(div)).toBe('grid cards plans list')
  })
})
