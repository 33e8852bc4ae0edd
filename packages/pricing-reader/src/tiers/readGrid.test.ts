import { describe, expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'
import { type GridReading, headingBefore, readGrid, readMatrix } from './readGrid.ts'

const table = (...rows: string[]): string =>
  `<h2>Enterprise</h2><table>${rows
    .map(
      (row) =>
        `<tr>${row
          .split('|')
          .map((cell) => `<td>${cell}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</table>`
const read = (html: string, tierNames: string[] = []): GridReading => {
  const { model } = readTestPage(html)
  const [grid] = model.grids
  if (!grid) throw new Error('The page has no table.')
  return readGrid(grid, tierNames, model)
}
const offersOf = (html: string): string[] =>
  read(html).offers.map(
    ({ tier, isPlan }) =>
      `${tier.name} ${tier.prices.map(({ interval, amountMinor }) => `${interval} ${amountMinor}`).join(', ')} ${isPlan}`,
  )

describe('a table', () => {
  it('has no plan prices in a row about extras or counted things', () => {
    for (const [label, cell] of [
      ['Usuário adicional', 'R$ 19/mês'],
      ['Anything', '+R$ 19/mês'],
      ['Benutzer', '19 €'],
      ['SMS', '0.02 €'],
    ])
      expect(offersOf(table('|Basic|Pro', `${label}|${cell}|${cell}`))).toEqual([])
    expect(
      offersOf(table('|Basic|Pro', 'Onboarding|$900|Free', 'Price|Contact us|Contact us')),
    ).toEqual(['Basic  true', 'Pro  true'])
    expect(offersOf(table('|Basic|Pro', 'Hinta|9 €/mo|19 €/mo'))).toHaveLength(2)
  })

  it('without prices still has the names of plans', () => {
    const named = (head: string, heading = 'Compare'): string[] => {
      const rows = ['A|✓|✓', 'B|—|✓', 'C|3|5', 'D|—|✓']
      const { model } = readTestPage(table(head, ...rows).replace('Enterprise', heading))
      const [grid] = model.grids
      return grid ? readMatrix(grid, model).map(({ tier }) => tier.name) : []
    }
    expect(named('Feature|Basic|Pro')).toEqual(['Basic', 'Pro'])
    expect(named('Feature|We|Others')).toEqual([])
    expect(named('Feature|We|Acme', 'We vs. Acme')).toEqual([])
  })

  it('may have monthly and yearly rows, and services on request', () => {
    const html = table(
      '|Free|Pro|Team',
      'Visits at home|On request|On request|Yes',
      'Price per month|Free|£39|£179',
      'Price per year|Free|£390|£1,790',
    )
    expect(offersOf(html)).toEqual([
      'Free month 0 true',
      'Pro month 3900, year 39000 true',
      'Team month 17900, year 179000 true',
    ])
  })

  it('has one plan per column if a row has the prices', () => {
    const html = table(
      '|Free|Pro|Team',
      'Price|–|$20|$50 / user / month',
      '<b>Limits</b>',
      'Seats|1|5|Unlimited',
      'API|–|✓|✓',
    )
    const { offers } = read(html)
    expect(
      offers.map(({ tier }) => [tier.name, tier.prices[0]?.amountMinor, tier.isFree, tier.perSeat]),
    ).toEqual([
      ['Free', 0, true, undefined],
      ['Pro', 2000, undefined, undefined],
      ['Team', 5000, undefined, true],
    ])
    expect(
      offers[0]?.card.lines.map(({ row, isExcluded }) => [
        row?.group,
        row?.label,
        row?.cell,
        isExcluded,
      ]),
    ).toEqual([
      ['Limits', 'Seats', '1', false],
      ['Limits', 'API', '–', true],
    ])
  })

  it('has one plan per row if the header of a column says "price"', () => {
    expect(offersOf(table('Plan|Monthly|Annual|Users', 'Basic|$5|$50|1', 'Pro|$9|$90|5'))).toEqual([
      'Basic month 500, year 5000 true',
      'Pro month 900, year 9000 true',
    ])
    expect(offersOf(table('Rank checks|Pricing', '+30 more|$2', '+100 more|$5'))).toEqual([
      '+30 more month 200 false',
      '+100 more month 500 false',
    ])
    expect(offersOf(table('Provider|Price / min', 'A|$0.01', 'B|$0.02'))).toEqual([])
  })

  it('adds rows to known tiers', () => {
    const { rows, offers } = read(table('Feature|Free|Pro', 'Seats|1|5'), ['Pro', 'Free'])
    expect(offers).toEqual([])
    expect([...rows].map(([name, lines]) => [name, lines.map(({ text }) => text)])).toEqual([
      ['Free', ['Seats: 1']],
      ['Pro', ['Seats: 5']],
    ])
  })

  it('may have prices beside the names, or in a row without a label', () => {
    expect(offersOf(table('Features|Basic ($5/mo)|Pro ($15/mo)', 'Users|1|5'))).toEqual([
      'Basic month 500 true',
      'Pro month 1500 true',
    ])
    expect(offersOf(table('|Basic|Pro', 'Users|1|5', '|$5/mo|$15/mo'))).toEqual([
      'Basic month 500 true',
      'Pro month 1500 true',
    ])
  })

  it('has the heading above it', () => {
    const { model } = readTestPage(table('a|b', 'c|d'))
    expect(headingBefore(model.grids[0]?.rows[0]?.[0]?.node, model)).toBe('Enterprise')
  })
})

it('a table that compares typical names of plans needs no ticks', () => {
  const rows = ['Minutes|20|120', 'Tickets|none|some', 'Kept|7 days|30 days']
  const matrix = (head: string, ...body: string[]) => {
    const { model } = readTestPage(table(head, ...body))
    const [grid] = model.grids
    return grid ? readMatrix(grid, model).map(({ tier }) => tier) : []
  }
  expect(matrix('|Free|Pro', ...rows)).toMatchObject([
    { name: 'Free', isFree: true, prices: [{ interval: 'month', amountMinor: 0 }] },
    { name: 'Pro', priceUnreadable: true, prices: [] },
  ])
  expect(matrix('|Left|Right', ...rows)).toEqual([])
  expect(matrix('|Free|Pro', ...rows.slice(1))).toEqual([])
})
