import { describe, expect, it } from 'vitest'
import { parsePage } from './html/parsePage.ts'
import { readModel } from './readModel.ts'

const gridsOf = (html: string): string[][][] => {
  const page = parsePage(html)
  return page
    ? readModel(page).grids.map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))
    : []
}

describe('tables', () => {
  it('have their spans applied and their icons converted to text', () => {
    const html = `<table><thead><tr><th></th><th>Free</th><th>Pro</th></tr></thead>
      <tr><td colspan="3">Limits</td></tr>
      <tr><td>API</td><td><i class="fa fa-times"></i></td><td>✓</td></tr></table>`
    expect(gridsOf(html)).toEqual([
      [
        ['', 'Free', 'Pro'],
        ['Limits', 'Limits', 'Limits'],
        ['API', '—', '✓'],
      ],
    ])
  })

  it('contain the text for screen readers where a style draws a mark', () => {
    const html = `<table><tr><td>API</td><td><b hidden>Included</b></td>
      <td>5<b hidden>Included</b></td><td><b hidden>${'Words '.repeat(9)}</b></td></tr>
      <tr><th>a</th><th><b hidden>More</b></th><td></td><td></td></tr></table>`
    expect(gridsOf(html)).toEqual([
      [
        ['API', 'Included', '5', ''],
        ['a', '', '', ''],
      ],
    ])
  })

  it('may consist of other elements', () => {
    const row = '<div><p>a</p><p>b</p><p>c</p></div>'
    expect(gridsOf(`<section>${row.repeat(5)}</section>`)).toEqual([Array(5).fill(['a', 'b', 'c'])])
    expect(gridsOf(`<section>${row.repeat(2)}</section>`)).toEqual([])
  })

  it('that lay out the page are ignored', () => {
    const card = `<td>${'<p>line</p>'.repeat(20)}</td>`
    expect(gridsOf(`<table><tr>${card}${card}</tr><tr><td>x</td><td>y</td></tr></table>`)).toEqual(
      [],
    )
  })
})
