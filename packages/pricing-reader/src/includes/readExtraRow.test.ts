import { expect, it } from 'vitest'
import { readExtraRow } from './readOverage.ts'

const read = (label: string, cell: string) => {
  const price = readExtraRow(label, cell, { lang: 'en' })
  return price && `${price.amount} / ${price.per} ${price.unit}`
}

it.each([
  ['Overage per GB', '$0.20', '0.20 / 1 GB'],
  ['Extra credits', '$5 / 100', '5 / 100 credits'],
  ['Additional users', '+$9', '9 / 1 users'],
  ['Price per extra email', '$0.01', '0.01 / 1 email'],
])('%j with %j', (label, cell, told) => {
  expect(read(label, cell)).toBe(told)
})

it('applies to the only thing that a tier counts', () => {
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
])('%j with %j has no unit price', (label, cell) => {
  expect(read(label, cell)).toBeUndefined()
})
