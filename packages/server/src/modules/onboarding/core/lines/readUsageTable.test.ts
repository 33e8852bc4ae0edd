import { expect, it } from 'vitest'
import { readUsageTable } from './readUsageTable.ts'

const read = (...rows: string[][]) =>
  readUsageTable(rows, { lang: 'en' }).map(({ unit, amount, per }) => `${amount} / ${per} ${unit}`)

it('reads prices that tell their unit, or stand under it', () => {
  expect(
    read(['Operation', 'Price'], ['Fetch', '$0.002 / request'], ['Search', '$5 per 1,000 queries']),
  ).toEqual(['0.002 / 1 Fetch request', '5 / 1000 Search queries'])
  expect(read(['Model', 'Price / minute'], ['Fast', '$0.01'], ['Slow', 'free'])).toEqual([
    '0.01 / 1 Fast minute',
  ])
})

it('reads what actions cost in credits', () => {
  expect(read(['Action', 'Credits'], ['Image', '2'], ['Video', '10 credits'])).toEqual([
    '2 / 1 Image (credits)',
    '10 / 1 Video (credits)',
  ])
  expect(
    read(['Action', 'Cost'], ['Image', '2 credits'], ['Hive', '2 tokens/month'], ['Note', '3']),
  ).toEqual(['2 / 1 Image (credits)'])
})

it('leaves alone what others charge, prices of plans, and what is no price', () => {
  expect(read(['Provider', 'Price / minute'], ['Acme', '$0.01'])).toEqual([])
  expect(read(['Plan', 'Price / month'], ['Pro', '$10'])).toEqual([])
  expect(read(['Plan', 'Seats'], ['Pro', '10'])).toEqual([])
  expect(read([])).toEqual([])
})
