import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { readUsagePrices } from './readUsagePrices.ts'

const lines = (text: string): CardLine[] =>
  text.split('\n').map((line) => ({
    text: line.replace(/^# /u, ''),
    isHeading: line.startsWith('# '),
    isExcluded: false,
    isListItem: false,
    isChrome: false,
  }))
const read = (text: string) =>
  readUsagePrices(lines(text), { lang: 'en' }).map(
    ({ unit, amount, per }) => `${amount} / ${per} ${unit}`,
  )

it('names a price after the lines above it', () => {
  expect(read('# Opus\nPowerful model.\nInput\n$15 / MTok\nOutput\n$75 / MTok')).toEqual([
    '15 / 1 Opus Input MTok',
    '75 / 1 Opus Output MTok',
  ])
  expect(
    read('# Pay per request.\nBasic fetch\nHTML and text output\n$0.002\nStealth\n$0.010'),
  ).toEqual(['0.002 / 1 Basic fetch', '0.010 / 1 Stealth'])
  expect(read('Additional minutes are billed at $0.24/min')).toEqual(['0.24 / 1 min'])
})

it('reads the cost of actions in credits', () => {
  expect(read('One credit, one task.')).toEqual(['1 / 1 task (credits)'])
})

it('reads a unit that begins like a foreign word for day, but no price per day', () => {
  expect(read('$4 per diagram')).toEqual(['4 / 1 diagram'])
  expect(read('$2 per napkin')).toEqual(['2 / 1 napkin'])
  expect(read('$9 per day')).toEqual([])
})

it('stops at the questions and at discontinued offers', () => {
  expect(read('# FAQ\nIs it $0.002 per request?')).toEqual([])
  expect(read('$1 per call\nLegacy models\n$9 per call')).toEqual(['1 / 1 call'])
})

it('reads prices after a label or beyond a quota, but no other prices in prose', () => {
  expect(read('1 credit = $0.01')).toEqual(['0.01 / 1 credit'])
  expect(read('Price per credit\n$25.00\nPrice per month\n$9')).toEqual(['25.00 / 1 credit'])
  expect(read('We used to pay $3 per lead and now pay less than $0.50 per lead!')).toEqual([])
  expect(read('# FAQ\nOverage is billed at $0.50 per 1,000 requests. We tell you.')).toEqual([
    '0.50 / 1000 requests',
  ])
  expect(read('You save 15 hours at $50/hour = $750 a week')).toEqual([])
  expect(read('Advice\n€120/hour €20/hour')).toEqual([])
  expect(read('# FAQ\nHiring somebody costs $100 per hour.')).toEqual([])
})

it('ignores the prices of competitors', () => {
  expect(read('# Us vs. them\n$5 per call\n# API\n$1 per call')).toEqual(['1 / 1 API call'])
})

it('ignores prices per seat, subscriptions and long lists of tiny amounts', () => {
  expect(read('$6/mo per person\n$10 / user\n$29 / month')).toEqual([])
  const many = Array.from(
    { length: 20 },
    (_, index) => `Model ${'abcdefghijklmnopqrst'[index]}\n$0.0${index + 10}1`,
  )
  expect(read(many.join('\n'))).toEqual([])
})
