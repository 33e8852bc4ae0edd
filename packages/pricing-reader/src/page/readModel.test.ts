import { expect, it } from 'vitest'
import { parsePage } from './parsePage.ts'
import { readModel } from './readModel.ts'

it('reads the lines, the tables and the language of a page', () => {
  const page = parsePage(
    '<html lang="de"><body><p>a</p><table><tr><td>1<td>2<tr><td>3<td>4</table>',
  )
  const model = page && readModel(page)
  expect(model?.lines.map(({ text }) => text)).toEqual(['a', '1', '2', '3', '4'])
  expect(model?.grids.map(({ isTable, rows }) => [isTable, rows.length])).toEqual([[true, 2]])
  expect(model?.hints).toEqual({ lang: 'de' })
})
