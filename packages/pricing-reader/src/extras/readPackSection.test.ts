import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { readPackSection } from './readPackSection.ts'

const line = (text: string): CardLine => ({
  text: text.replace('# ', ''),
  isHeading: text.startsWith('# '),
  ...(text.startsWith('# ') ? { level: 2 } : {}),
  isExcluded: false,
  isListItem: false,
  isChrome: false,
})
const read = (...texts: string[]) =>
  readPackSection(texts.map(line), { lang: 'en' }).map(({ credits, amountMinor }) => [
    credits,
    amountMinor,
  ])

it('reads numbers and prices under a heading of packs', () => {
  expect(read('# Photo packs', '5 photos · $4 · Trial', '20 photos · $12 · Save 25%')).toEqual([
    [5, 400],
    [20, 1200],
  ])
  expect(
    read('# Buy report credits', 'Small', '$20 / 20 reports', 'Large', '$35 / 50 reports'),
  ).toEqual([
    [20, 2000],
    [50, 3500],
  ])
  expect(read('# Credit packs', '60', '$6', '$0.10 / credit', '300', '$24')).toEqual([
    [60, 600],
    [300, 2400],
  ])
})

it('ignores packs in other sections, single or recurring packs and packs of other goods', () => {
  expect(read('# Our team', '60', '$6', '300', '$24')).toEqual([])
  expect(read('# Credit packs', '60', '$6', '# Revenue', '300', '$24')).toEqual([])
  expect(read('# Packs', '5 photos · $4 · per month', '9 photos · $8 · per month')).toEqual([])
  expect(read('# Support packs', '5 hours · $40', '9 hours · $80')).toEqual([])
})
