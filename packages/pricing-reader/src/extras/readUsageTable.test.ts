import { expect, it } from 'vitest'
import { readUsageTable } from './readUsageTable.ts'

const read = (...rows: string[][]) =>
  readUsageTable(rows, { lang: 'en' }).map(({ unit, amount, per }) => `${amount} / ${per} ${unit}`)

it('reads prices with a unit in the cell or in the header', () => {
  expect(
    read(['Operation', 'Price'], ['Fetch', '$0.002 / request'], ['Search', '$5 per 1,000 queries']),
  ).toEqual(['0.002 / 1 Fetch request', '5 / 1000 Search queries'])
  expect(read(['Model', 'Price / minute'], ['Fast', '$0.01'], ['Slow', 'free'])).toEqual([
    '0.01 / 1 Fast minute',
  ])
})

it('reads a column of units, a header with a number and a unit, and volume bands', () => {
  expect(
    read(
      ['Resource', 'Unit', 'Price'],
      ['Traffic', 'GB', '$0.10'],
      ['Calls', 'per 1,000', '$0.40'],
    ),
  ).toEqual(['0.10 / 1 Traffic GB', '0.40 / 1000 Calls'])
  expect(read(['Model', 'Input / 1M tokens'], ['Small', '$0.50'])).toEqual([
    '0.50 / 1000000 Small Input tokens',
  ])
  expect(read(['Volume', 'Price per email'], ['0 – 10,000', '$0.001'], ['500', '$3'])).toEqual([
    '0.001 / 1 email (0 – 10,000)',
  ])
})

it('reads the cost of actions in credits', () => {
  expect(
    read(['Action', 'Credits'], ['Image', '2'], ['Film', '1,000'], ['Video', '10 credits']),
  ).toEqual(['2 / 1 Image (credits)', '1000 / 1 Film (credits)', '10 / 1 Video (credits)'])
  expect(read(['Action', 'Credits'], ['Import', '30/page'], ['Hosting', '30/month'])).toEqual([
    '30 / 1 Import page (credits)',
  ])
  expect(
    read(['Action', 'Cost'], ['Image', '2 credits'], ['Hive', '2 tokens/month'], ['Note', '3']),
  ).toEqual(['2 / 1 Image (credits)'])
})

it('ignores tables of competitors, plans or other text', () => {
  expect(read(['Provider', 'Price / minute'], ['Acme', '$0.01'])).toEqual([])
  expect(read(['Plan', 'Price / month'], ['Pro', '$10'])).toEqual([])
  expect(read(['Plan', 'Seats'], ['Pro', '10'])).toEqual([])
  expect(read([])).toEqual([])
})

it('does not find "per" inside a word', () => {
  expect(read(['Tarif', 'Persönlich'], ['Abo', '$5'])).toEqual([])
})
