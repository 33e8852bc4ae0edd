import { describe, expect, it } from 'vitest'
import { parsePage } from './html/parsePage.ts'
import { firstAt, isBulletIn, linesIn } from './PageLine.ts'
import { readModel } from './readModel.ts'

const page = parsePage(
  '<p>before</p><ul><li id="card"><h3>Pro</h3><ul><li>a</li></ul></li></ul><p>after</p>',
)

describe('the lines of an element', () => {
  it('are found together with its bullets', () => {
    if (!page) throw new Error('parsePage rejected the page.')
    const model = readModel(page)
    const card = page.body.children[1]?.children[0]
    if (!card) throw new Error('The page has no card.')
    const lines = linesIn(model, card)
    expect(lines.map(({ text }) => text)).toEqual(['Pro', 'a'])
    expect(lines.map((line) => isBulletIn(line, card))).toEqual([false, true])
    expect(firstAt(model.lines, card.order)).toBe(1)
    expect(firstAt(model.lines, 1_000)).toBe(4)
  })
})
