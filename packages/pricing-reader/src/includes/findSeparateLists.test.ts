import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { findSeparateLists } from './findSeparateLists.ts'

const lines = (text: string): CardLine[] =>
  text.split('\n').map((line) => ({
    text: line.replace(/^(?:# |! )/u, ''),
    isHeading: line.startsWith('# '),
    ...(line.startsWith('# ') ? { level: 4 } : {}),
    isChrome: line.startsWith('! '),
    isExcluded: false,
    isListItem: false,
  }))
const find = (text: string, ...bare: string[]) =>
  [...findSeparateLists(lines(text), bare)].map(
    ([name, found]) => `${name}: ${found.map((line) => line.text).join(', ')}`,
  )

const PAGE =
  'Hello\n# Plan details\nPayroll\nReports\n# Plan details\nEverything in Simple, plus\nTracking\n! See more\nFooter'

it('assigns separate lists to the tiers in page order', () => {
  expect(find(PAGE, 'Simple', 'Plus')).toEqual([
    'Simple: Payroll, Reports',
    'Plus: Everything in Simple, plus, Tracking',
  ])
})

it('assigns nothing if the lists do not match the tiers', () => {
  expect(find(PAGE, 'Simple', 'Plus', 'Premium')).toEqual([])
  expect(find(PAGE, 'Simple')).toEqual([])
  expect(find(PAGE, 'Other', 'Simple')).toEqual([])
})
