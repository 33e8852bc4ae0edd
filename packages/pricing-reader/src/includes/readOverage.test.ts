import { describe, expect, it } from 'vitest'
import { readExtraRow, readOverageSentences, readPriceOfOneMore } from './readOverage.ts'

describe('readPriceOfOneMore', () => {
  const read = (line: string, before: string) => readPriceOfOneMore(line, before, { lang: 'en' })

  it('reads the price of one more of the thing in the line above', () => {
    expect(read('+ 0.00023976 each', '50,000 Calls / mo')).toMatchObject({
      unit: 'Calls',
      amount: '0.00023976',
      per: 1,
    })
    expect(read('+ $0.50 each', '10 seats')).toMatchObject({ unit: 'seats', amount: '0.50' })
  })

  it('needs a price and a counted thing', () => {
    expect(read('+ 5 each', '10 seats')).toBeUndefined()
    expect(read('+ $5 each', 'Chat')).toBeUndefined()
    expect(read('$5 per seat', '10 seats')).toBeUndefined()
  })
})

describe('readExtraRow', () => {
  const read = (label: string, cell: string) => {
    const price = readExtraRow(label, cell, { lang: 'en' })
    return price && `${price.amount} / ${price.per} ${price.unit}`
  }

  it.each([
    ['Overage per GB', '$0.20', '0.20 / 1 GB'],
    ['Extra credits', '$5 / 100', '5 / 100 credits'],
    ['Additional users', '+$9', '9 / 1 users'],
    ['Price per extra email', '$0.01', '0.01 / 1 email'],
  ])('reads the row %j with the cell %j as %j', (label, cell, price) => {
    expect(read(label, cell)).toBe(price)
  })

  it('assigns a price without a unit to the only thing that the tier counts', () => {
    const read = (...counted: string[]) =>
      readExtraRow('Overage', '$0.50 per 1,000', { lang: 'en' }, counted)
    expect(read('Requests')).toMatchObject({ unit: 'Requests', amount: '0.50', per: 1000 })
    expect(read('Requests', 'Events')).toBeUndefined()
  })

  it.each([
    ['Price per month', '$20'],
    ['Abrechnung Persönlich', '$5'],
    ['Setup', '$20'],
    ['Extra users', '$20, or $10 by the year'],
    ['Extra users', 'Included'],
    ['Overage', '$5'],
  ])('finds no unit price in the row %j with the cell %j', (label, cell) => {
    expect(read(label, cell)).toBeUndefined()
  })
})

describe('readOverageSentences', () => {
  const read = (text: string) =>
    [
      ...readOverageSentences(
        [{ text, isHeading: false, isExcluded: false, isListItem: false, isChrome: false }],
        ['Free', 'Pro'],
        { lang: 'en' },
      ),
    ].flatMap(([name, prices]) =>
      prices.map(({ amount, per, unit }) => `${name}: ${amount} / ${per} ${unit}`),
    )

  it('assigns each price to its tier', () => {
    expect(
      read('We tell you. After that, requests go on at $0.002/query (Free) or $0.001/query (Pro).'),
    ).toEqual(['Free: 0.002 / 1 query', 'Pro: 0.001 / 1 query'])
    expect(read('Extra emails cost $2 per email on the Free plan, $1 per email on Pro')).toEqual([
      'Free: 2 / 1 email',
      'Pro: 1 / 1 email',
    ])
  })

  it('reads no prices if one of them has no tier, or if none is beyond a quota', () => {
    expect(read('After that $0.002/query (Free), or $0.001/query in bulk.')).toEqual([])
    expect(read('It is $0.002/query (Free), or $0.001/query (Pro).')).toEqual([])
  })
})
